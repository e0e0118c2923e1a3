/* Exact values of a player's actions: sudokutools/blackjack/analysis.py is the twin.
 *
 *   hands    every multiset of cards up to 21 points (3083), each with the hand after each rank
 *   sets     every set of cards that can be gone when the dealer plays: a hand, or a split hand
 *            and `extra` more pair cards; each with the dealer's chances for all ten upcards
 *   level    a pair and `extra`; level 0 is without splits. Within a level a hand needs only longer
 *            hands, so one pass in descending hard totals fills it.
 *
 *   level 0:     2+3 -> 2+3+A, 2+3+2, ...            extra = 0, every hand
 *   pair of 8s:  8+3 -> 8+3+A, ...                   extra = 1 .. 5, hands with an 8 only
 *
 * With more than the usual 4 hands after splits, `extra` continues to 61. */
#include "blackjack/analysis.h"
#include "blackjack/dealer.h"
#include "blackjack/keys.h"

#include <string.h>

enum {
    MOST_HANDS = 3083,
    MOST_EXTRA = 2 * (ODDS_HANDS - 2) + 1,
    MOST_CARDS = 255,
    FEW_HANDS = 22, /* With more, a hand and the pair cards of others might be more than 63. */
    FEW_CARDS = 42,
    CDZ = 0,
    CDP1 = 1,
    CDP = 2,
    CHART = 3,
    PLANS = 4
};
static const double MARGIN = 1e-12;

typedef struct {
    int8_t counts[10];
    int8_t cards, hard, best;
    bool soft;
    int16_t next[10]; /* the hand with one more card of a rank, -1 is bust */
} hand_t;

typedef struct {
    bool hits[MOST_HANDS], doubles[MOST_HANDS];
} plan_t;

/* The value of a split hand before its second card, for one number of extra pair cards. */
typedef struct {
    double any[PLANS];  /* the second card may be any */
    double pair[PLANS]; /* it is a pair card, and not split again */
    double chance;      /* of a card of the pair's rank */
} base_t;

struct odds {
    odds_rules_t rules;
    dealer_t *dealer;
    double cards;
    keys_t hand_keys, set_keys;
    hand_t hands[MOST_HANDS];
    int16_t order[MOST_HANDS]; /* descending hard totals */
    bool wanted[MOST_HANDS];
    int32_t sets[10][MOST_EXTRA + 1][MOST_HANDS]; /* [.][0] is the same for all pairs: [0][0] */
    dealer_row_t *rows;
    double stand[10][MOST_HANDS], hit[10][MOST_HANDS], twice[10][MOST_HANDS];
    base_t bases[10][10][MOST_EXTRA];
    plan_t chart;
    double chart_value[MOST_HANDS], chart_hit[MOST_HANDS];
    int chart_upcard;
    uint8_t chart_plan[44];
};

static int limit_of(const odds_t *odds, int pair)
{
    return pair == 0 ? odds->rules.max_ace_hands : odds->rules.max_hands;
}

/* The number of extra pair cards that a split can need. */
static int levels_of(const odds_t *odds, int pair)
{
    int limit = limit_of(odds, pair);
    return limit < 2 ? 0 : 2 * (limit - 2) + 1;
}

/* The same, up to this number: beyond them nothing is computed, nor read. */
static int extras_of(const odds_t *odds, int pair)
{
    int levels = levels_of(odds, pair), cards = (int)odds->rules.counts[pair];
    return odds->rules.infinite || levels < cards ? levels : cards;
}

/* The hole card of this rank makes a blackjack; -1 where values do not leave that out. */
static int known_hole(const odds_t *odds, int upcard)
{
    if (!odds->rules.loses_one_bet)
        return -1;
    return upcard == 0 ? 9 : upcard == 9 ? 0 : -1;
}

/* Number all hands that extend one by cards of its highest rank or above. */
static void list_hands(odds_t *odds, uint64_t key, int lowest, int hard)
{
    keys_number(&odds->hand_keys, key, true);
    for (int rank = lowest; rank < 10 && hard + rank + 1 <= 21; rank++)
        list_hands(odds, key + CARD(rank), rank, hard + rank + 1);
}

static void describe_hands(odds_t *odds)
{
    list_hands(odds, 0, 0, 0);
    for (int i = 0; i < MOST_HANDS; i++) {
        hand_t *hand = &odds->hands[i];
        uint64_t key = odds->hand_keys.keys[i];
        for (int rank = 0; rank < 10; rank++) {
            hand->counts[rank] = (int8_t)COUNT(key, rank);
            hand->cards = (int8_t)(hand->cards + hand->counts[rank]);
            hand->hard = (int8_t)(hand->hard + (rank + 1) * hand->counts[rank]);
            hand->next[rank] = (int16_t)keys_number(&odds->hand_keys, key + CARD(rank), false);
        }
        hand->soft = hand->counts[0] > 0 && hand->hard + 10 <= 21;
        hand->best = (int8_t)(hand->soft ? hand->hard + 10 : hand->hard);
    }
    int at = 0;
    for (int hard = 21; hard >= 0; hard--)
        for (int i = 0; i < MOST_HANDS; i++)
            if (odds->hands[i].hard == hard)
                odds->order[at++] = (int16_t)i;
}

/* Mark the hands that a hand can become; the values of a pair need all hands of its card. */
static void want_hands(odds_t *odds, uint64_t root)
{
    for (int rank = 0; rank < 10; rank++)
        if (root == 2 * CARD(rank) && limit_of(odds, rank) > 1)
            root = CARD(rank);
    for (int i = 0; i < MOST_HANDS; i++) {
        bool grows = true;
        for (int rank = 0; rank < 10; rank++)
            grows &= odds->hands[i].counts[rank] >= COUNT(root, rank);
        odds->wanted[i] = grows;
    }
}

/* Number the cards gone with a hand and extra pair cards; -1: the shoe does not have them. */
static int number_set(odds_t *odds, int hand, int pair, int extra)
{
    uint64_t key = odds->hand_keys.keys[hand] + (uint64_t)extra * CARD(pair);
    if (odds->rules.infinite)
        key = 0;
    for (int rank = 0; rank < 10; rank++)
        if (COUNT(key, rank) >= odds->rules.counts[rank] + 1)
            return -1; /* Of the last card there may be a part. */
    return keys_number(&odds->set_keys, key, true);
}

static bool splits(odds_t *odds, int pair)
{
    return odds->wanted[keys_number(&odds->hand_keys, CARD(pair), false)];
}

static void number_sets(odds_t *odds)
{
    for (int i = 0; i < MOST_HANDS; i++)
        if (odds->wanted[i])
            odds->sets[0][0][i] = number_set(odds, i, 0, 0);
    for (int pair = 0; pair < 10; pair++)
        for (int extra = 1; splits(odds, pair) && extra <= extras_of(odds, pair); extra++)
            for (int i = 0; i < MOST_HANDS; i++)
                if (odds->wanted[i] && odds->hands[i].counts[pair])
                    odds->sets[pair][extra][i] = number_set(odds, i, pair, extra);
}

/* The cards of a rank that are left when some are gone: of parts of cards never less than none. */
static double rest(const odds_t *odds, int rank, int gone)
{
    double left = odds->rules.counts[rank] - gone;
    return left > 0 ? left : 0;
}

static int fill_rows(odds_t *odds)
{
    int used = odds->set_keys.used;
    free(odds->rows);
    odds->rows = malloc(sizeof(dealer_row_t) * (size_t)(used + DEALER_LANES));
    if (!odds->rows)
        return WORK_NO_MEMORY;
    for (int first = 0; first < used; first += DEALER_LANES) {
        double left[DEALER_LANES][10];
        for (int lane = 0; lane < DEALER_LANES; lane++) {
            uint64_t key = odds->set_keys.keys[first + lane < used ? first + lane : first];
            for (int rank = 0; rank < 10; rank++)
                left[lane][rank] = rest(odds, rank, COUNT(key, rank));
        }
        dealer_chances(odds->dealer, left, odds->rules.infinite, &odds->rows[first]);
    }
    return WORK_DONE;
}

/* Write the chance of each rank to be drawn next. Return that of a dealer blackjack. */
static double draw_chances(const odds_t *odds, int upcard, const hand_t *hand, int pair, int extra,
                           double chances[10])
{
    double left[10], cards = odds->cards;
    memcpy(left, odds->rules.counts, sizeof left);
    if (!odds->rules.infinite) {
        cards -= hand->cards + extra + 1;
        for (int rank = 0; rank < 10; rank++)
            left[rank] -= hand->counts[rank];
        left[pair] -= extra;
        left[upcard] -= 1;
        for (int rank = 0; rank < 10; rank++)
            if (left[rank] < 0) { /* Parts of cards end with none left. */
                cards -= left[rank];
                left[rank] = 0;
            }
    }
    int hole = upcard == 0 ? 9 : upcard == 9 ? 0 : -1;
    double blackjack = hole >= 0 && cards > 0 ? left[hole] / cards : 0;
    double scale = cards > 0 ? 1.0 / cards : 0;
    int known = odds->rules.infinite ? -1 : known_hole(odds, upcard);
    double special = 0;
    if (known >= 0) {
        double others = cards - left[known];
        bool possible = others > 0 && cards > 1;
        special = possible ? left[known] / (cards - 1) : 0;
        scale = possible ? (others - 1) / (others * (cards - 1)) : 0;
    }
    for (int rank = 0; rank < 10; rank++)
        chances[rank] = left[rank] * scale;
    if (known >= 0)
        chances[known] = special;
    return blackjack;
}

static bool is_charlie(const odds_t *odds, const hand_t *hand)
{
    return odds->rules.charlie > 0 && hand->cards >= odds->rules.charlie;
}

/* Say whether a hand may take a card: it has not won, and is not 21. */
static bool goes_on(const odds_t *odds, const hand_t *hand)
{
    return hand->best < 21 && !is_charlie(odds, hand);
}

static double stand_value(const odds_t *odds, int upcard, const hand_t *hand, int set,
                          double blackjack)
{
    if (set < 0 || !odds->rows)
        return 0;
    if (is_charlie(odds, hand))
        return odds->rules.loses_one_bet ? 1 : 1 - 2 * blackjack;
    int points = hand->best;
    const double *totals = odds->rows[set][upcard];
    double lose = 0, sum = 0, below = 0;
    for (int total = 0; total < 5; total++) {
        sum += totals[total];
        if (total + 17 > points)
            lose += totals[total];
        else if (total + 17 < points)
            below += totals[total];
    }
    double win = below + 1 - sum - totals[5] - blackjack;
    if (!odds->rules.loses_one_bet)
        return win - lose - blackjack;
    return blackjack < 1 ? (win - lose) / (1 - blackjack) : 0;
}

static bool may_double(const odds_t *odds, const hand_t *hand)
{
    return (hand->cards == 2 || odds->rules.double_after_hit) &&
           hand->best >= odds->rules.double_from && hand->best <= odds->rules.double_to;
}

/* Say whether a plan doubles a hand that has been hit, or split if there are extra cards. */
static bool doubles_late(const odds_t *odds, int hand, const plan_t *plan, int extra)
{
    return odds->rules.double_after_hit && (odds->rules.double_after_split || !extra) &&
           plan->doubles[hand] && may_double(odds, &odds->hands[hand]) &&
           goes_on(odds, &odds->hands[hand]);
}

typedef struct {
    double stand[MOST_HANDS], value[3][MOST_HANDS];
} level_t;

/* Fill level 0 and the plan that follows from it: the best play of every hand. */
static void fill_level_0(odds_t *odds, int upcard, plan_t *best, level_t *level)
{
    for (int at = 0; at < MOST_HANDS; at++) {
        int i = odds->order[at];
        const hand_t *hand = &odds->hands[i];
        if (!odds->wanted[i] || hand->cards < 2)
            continue;
        double chances[10], hit = 0, twice = 0;
        double blackjack = draw_chances(odds, upcard, hand, 0, 0, chances);
        double stand = stand_value(odds, upcard, hand, odds->sets[0][0][i], blackjack);
        for (int rank = 0; rank < 10; rank++) {
            int next = hand->next[rank];
            if (chances[rank] > 0) {
                hit += chances[rank] * (next < 0 ? -1 : level->value[0][next]);
                twice += chances[rank] * (next < 0 ? -1 : level->stand[next]);
            }
        }
        level->stand[i] = odds->stand[upcard][i] = stand;
        odds->hit[upcard][i] = hit;
        odds->twice[upcard][i] = 2 * twice;
        best->hits[i] = goes_on(odds, hand) && hit > stand + MARGIN;
        best->doubles[i] =
            may_double(odds, hand) && 2 * twice > (hit > stand ? hit : stand) + MARGIN;
        level->value[0][i] = doubles_late(odds, i, best, 0) ? 2 * twice
                             : best->hits[i]                ? hit
                                                            : stand;
    }
}

/* What two cards after a split are worth under a plan, with the hand's own values of a level. */
static double second_card_value(const odds_t *odds, int pair, int hand, const plan_t *plan,
                                double stand, double play, double twice)
{
    if (pair == 0 && !odds->rules.hit_split_aces)
        return stand;
    if (odds->rules.double_after_split && may_double(odds, &odds->hands[hand]) &&
        plan->doubles[hand])
        return twice;
    return play;
}

/* Fill the level of a pair and some extra cards for `plans` plans. The last one of three plans
 * (CDP) is made here: the best play of this level; with extra 1 it is CDP1's, too. */
static void fill_level(const odds_t *odds, int upcard, int pair, int extra, plan_t *plans[],
                       int first_plan, int last_plan, level_t *level, base_t *base)
{
    double second_twice[10] = {0};
    for (int at = 0; at < MOST_HANDS; at++) {
        int i = odds->order[at];
        const hand_t *hand = &odds->hands[i];
        if (!odds->wanted[i] || hand->cards < 2 || !hand->counts[pair])
            continue;
        double chances[10], hit[PLANS] = {0}, twice = 0;
        const bool doubles = may_double(odds, hand);
        double blackjack = draw_chances(odds, upcard, hand, pair, extra, chances);
        double stand = stand_value(odds, upcard, hand, odds->sets[pair][extra][i], blackjack);
        for (int rank = 0; rank < 10; rank++) {
            int next = hand->next[rank];
            if (!(chances[rank] > 0))
                continue;
            for (int p = first_plan; p <= last_plan; p++)
                hit[p] += chances[rank] * (next < 0 ? -1 : level->value[p - first_plan][next]);
            if (doubles)
                twice += 2 * chances[rank] * (next < 0 ? -1 : level->stand[next]);
        }
        level->stand[i] = stand;
        if (last_plan == CDP) {
            double best = hit[CDP] > stand ? hit[CDP] : stand;
            plans[CDP]->hits[i] = goes_on(odds, hand) && hit[CDP] > stand + MARGIN;
            plans[CDP]->doubles[i] = doubles && twice > best + MARGIN;
            if (extra == 1) {
                plans[CDP1]->hits[i] = plans[CDP]->hits[i];
                plans[CDP1]->doubles[i] = plans[CDP]->doubles[i];
                hit[CDP1] = hit[CDP];
            }
        }
        for (int p = first_plan; p <= last_plan; p++)
            level->value[p - first_plan][i] = doubles_late(odds, i, plans[p], extra) ? twice
                                              : plans[p]->hits[i]                    ? hit[p]
                                                                                     : stand;
        if (hand->cards == 2)
            for (int rank = 0; rank < 10; rank++)
                if (hand->counts[rank] - (rank == pair) > 0)
                    second_twice[rank] = twice;
    }
    double chances[10];
    int single = keys_number((keys_t *)&odds->hand_keys, CARD(pair), false);
    draw_chances(odds, upcard, &odds->hands[single], pair, extra, chances);
    base->chance = chances[pair];
    for (int p = first_plan; p <= last_plan; p++) {
        base->any[p] = 0;
        for (int rank = 0; rank < 10; rank++) {
            int i = odds->hands[single].next[rank];
            double value = second_card_value(odds, pair, i, plans[p], level->stand[i],
                                             level->value[p - first_plan][i], second_twice[rank]);
            if (chances[rank] > 0)
                base->any[p] += chances[rank] * value;
            if (rank == pair)
                base->pair[p] = value;
        }
    }
}

/* A pair that is split, with the values that the chances of one more pair card depend on. */
typedef struct {
    const odds_t *odds;
    int pair, limit, hole;
    double of_rank, left, hole_cards;
    double any[MOST_EXTRA][MOST_EXTRA], none[MOST_EXTRA][MOST_EXTRA];
} split_t;

/* The chance of a pair card, with j more of them out and m cards known to be none. */
static double again(const split_t *split, int j, int m)
{
    const odds_t *odds = split->odds;
    if (odds->rules.infinite) {
        double share = odds->rules.counts[split->pair] / odds->cards;
        return split->left == split->of_rank ? share : share / 4;
    }
    double pairs = split->left - j, cards = odds->cards - 3 - j;
    if (pairs <= 0)
        return 0;
    /* The entries of more hands than the cards allow are not chances, and are never read. */
    if (split->hole < 0)
        return pairs < cards - m ? pairs / (cards - m) : 1;
    if (split->pair == split->hole)
        return pairs < cards - 1 - m ? pairs / (cards - 1 - m) : 1;
    if (cards - pairs - m <= 0)
        return 1;
    double is_pair = pairs * (cards - pairs) / (cards - pairs - m);
    double is_other = cards - pairs - split->hole_cards;
    return (is_pair * (pairs - 1) + is_other * pairs) / ((is_pair + is_other) * (cards - 1 - m));
}

static double without(double (*values)[MOST_EXTRA], int j, int m, double chance)
{
    if (chance <= 0)
        return values[j][m];
    return chance < 1 ? (values[j][m] - chance * values[j + 1][m]) / (1 - chance) : 0;
}

/* Add up the hands, from the last that there can be back to the first two. ways[done]: the future
 * value when `done` of `hands` have a second card other than the pair card. */
static double add_hands(const split_t *split)
{
    double ways[ODDS_HANDS + 1] = {0}, more[ODDS_HANDS + 1];
    for (int hands = split->limit; hands >= 2; hands--) {
        int j = hands - 2;
        memcpy(more, ways, sizeof more);
        for (int done = hands == split->limit ? j : hands; done >= 0; done--) {
            ways[done] = done ? done * split->none[j][done - 1] : 0;
            if (hands == split->limit) {
                ways[done] += (hands - done) * split->any[j][done];
            } else if (done < hands) {
                double chance = again(split, j, done), value = 0;
                if (chance > 0)
                    value += chance * more[done];
                if (chance < 1)
                    value += (1 - chance) * ways[done + 1];
                ways[done] = value;
            }
        }
    }
    return ways[0];
}

static double split_value(const odds_t *odds, int upcard, int pair, int left, bool same, int plan)
{
    split_t split = {.odds = odds, .pair = pair, .limit = limit_of(odds, pair)};
    int levels = levels_of(odds, pair);
    split.of_rank = odds->rules.counts[pair] - (pair == upcard) - 2;
    split.left = left < 0 ? split.of_rank : left - same - 2;
    split.hole = known_hole(odds, upcard);
    split.hole_cards = split.hole < 0 ? 0 : odds->rules.counts[split.hole];
    for (int j = 0; j < levels; j++) {
        const base_t *base = &odds->bases[upcard][pair][j];
        if (split.left - j < 0 && !odds->rules.infinite)
            continue; /* The shoe lacks these pair cards: nothing reads this level. */
        double of_rank = split.of_rank - j > 1 ? split.of_rank - j : 1;
        double chance = base->chance * (split.left - j) / of_rank;
        if (odds->rules.infinite)
            chance = split.left == split.of_rank ? base->chance : base->chance / 4;
        split.any[j][0] = base->any[plan];
        split.none[j][0] =
            chance < 1 ? (base->any[plan] - chance * base->pair[plan]) / (1 - chance) : 0;
    }
    for (int m = 0; m + 1 < levels; m++)
        for (int j = 0; j + m + 1 < levels; j++) {
            split.any[j][m + 1] = without(split.any, j, m, again(&split, j, m));
            split.none[j][m + 1] = without(split.none, j, m, again(&split, j, m + 1));
        }
    return add_hands(&split);
}

static void fill_upcard(odds_t *odds, int upcard, plan_t *plans[], level_t *level)
{
    fill_level_0(odds, upcard, plans[CDZ], level);
    for (int pair = 0; pair < 10; pair++) {
        for (int extra = 1; splits(odds, pair) && extra <= extras_of(odds, pair); extra++)
            fill_level(odds, upcard, pair, extra, plans, CDZ, CDP, level,
                       &odds->bases[upcard][pair][extra - 1]);
    }
}

odds_t *odds_new(core_t core, const odds_rules_t *rules)
{
    odds_t *odds = calloc(1, sizeof *odds);
    if (!odds)
        return NULL;
    /* Up to 4 hands, and any number of hands of aces, have fewer than 50000 sets. */
    odds->rules = *rules;
    odds->dealer = dealer_new(rules->hit_soft_17, rules->push_22, core);
    if (!odds->dealer || keys_start(&odds->hand_keys, 13) < 0 ||
        keys_start(&odds->set_keys, rules->max_hands > 4 ? 20 : 17) < 0) {
        odds_free(odds);
        return NULL;
    }
    describe_hands(odds);
    return odds;
}

bool odds_fits(const odds_t *odds, const double counts[10])
{
    const odds_rules_t *rules = &odds->rules;
    int hands = rules->max_hands > rules->max_ace_hands ? rules->max_hands : rules->max_ace_hands;
    for (int rank = 0; rank < 10; rank++) {
        int most = hands > FEW_HANDS && rank < 9 && !rules->infinite ? FEW_CARDS : MOST_CARDS;
        if (!(counts[rank] >= 0 && counts[rank] <= most)) /* Nor is it no number. */
            return false;
    }
    return true;
}

int odds_fill(odds_t *odds, const double counts[10], int upcard, uint64_t hand)
{
    odds->chart_upcard = -1;
    odds->cards = 0;
    for (int rank = 0; rank < 10; rank++)
        odds->cards += odds->rules.counts[rank] = counts[rank];
    keys_clear(&odds->set_keys);
    want_hands(odds, hand);
    number_sets(odds);
    plan_t *plans = calloc(3, sizeof *plans);
    level_t *level = calloc(1, sizeof *level);
    bool failed = !plans || !level || fill_rows(odds) < 0;
    if (!failed) {
        plan_t *each[3] = {&plans[CDZ], &plans[CDP1], &plans[CDP]};
        for (int u = 0; u < 10; u++)
            if ((upcard < 0 || u == upcard) && counts[u] > 0)
                fill_upcard(odds, u, each, level);
    }
    free(plans);
    free(level);
    return failed ? WORK_NO_MEMORY : WORK_DONE;
}

void odds_free(odds_t *odds)
{
    if (!odds)
        return;
    dealer_free(odds->dealer);
    keys_free(&odds->hand_keys);
    keys_free(&odds->set_keys);
    free(odds->rows);
    free(odds);
}

void odds_values(const odds_t *odds, int upcard, uint64_t hand, int pair, int left, bool same,
                 double values[6])
{
    int i = keys_number((keys_t *)&odds->hand_keys, hand, false);
    memset(values, 0, 6 * sizeof(double));
    if (i < 0)
        return;
    values[0] = odds->stand[upcard][i];
    values[1] = odds->hit[upcard][i];
    values[2] = odds->twice[upcard][i];
    for (int plan = CDZ; pair >= 0 && limit_of(odds, pair) > 1 && plan <= CDP; plan++)
        values[3 + plan] = split_value(odds, upcard, pair, left, same, plan);
}

/* Fill level 0 for a chart: what every hand is worth when it is played by its total. */
static void fill_chart(odds_t *odds, int upcard, const uint8_t plan[44])
{
    odds->chart_upcard = upcard;
    memcpy(odds->chart_plan, plan, 44);
    for (int at = 0; at < MOST_HANDS; at++) {
        int i = odds->order[at];
        const hand_t *hand = &odds->hands[i];
        if (!odds->wanted[i] || hand->cards < 2)
            continue;
        uint8_t code = plan[22 * hand->soft + hand->best];
        odds->chart.hits[i] = goes_on(odds, hand) && code & 1;
        odds->chart.doubles[i] = code & 2;
        double chances[10], hit = 0;
        draw_chances(odds, upcard, hand, 0, 0, chances);
        for (int rank = 0; rank < 10; rank++)
            if (chances[rank] > 0)
                hit += chances[rank] *
                       (hand->next[rank] < 0 ? -1 : odds->chart_value[hand->next[rank]]);
        odds->chart_hit[i] = hit;
        odds->chart_value[i] = doubles_late(odds, i, &odds->chart, 0) ? odds->twice[upcard][i]
                               : odds->chart.hits[i]                  ? hit
                                                                      : odds->stand[upcard][i];
    }
}

int odds_chart_values(odds_t *odds, int upcard, uint64_t hand, int pair, const uint8_t plan[44],
                      double values[3])
{
    int i = keys_number(&odds->hand_keys, hand, false);
    memset(values, 0, 3 * sizeof(double));
    if (odds->chart_upcard != upcard || memcmp(plan, odds->chart_plan, 44) != 0)
        fill_chart(odds, upcard, plan);
    if (i < 0)
        return WORK_DONE;
    values[0] = odds->chart_value[i];
    values[1] = odds->chart_hit[i];
    if (pair < 0 || limit_of(odds, pair) < 2 || !splits(odds, pair))
        return WORK_DONE;
    level_t *level = calloc(1, sizeof *level);
    if (!level)
        return WORK_NO_MEMORY;
    plan_t *plans[PLANS] = {NULL, NULL, NULL, &odds->chart};
    for (int extra = 1; extra <= extras_of(odds, pair); extra++)
        fill_level(odds, upcard, pair, extra, plans, CHART, CHART, level,
                   &odds->bases[upcard][pair][extra - 1]);
    free(level);
    values[2] = split_value(odds, upcard, pair, -1, false, CHART);
    return WORK_DONE;
}

bool odds_dealer(const odds_t *odds, int upcard, uint64_t hand, double totals[6])
{
    int i = keys_number((keys_t *)&odds->hand_keys, hand, false);
    int set = i < 0 || !odds->wanted[i] ? -1 : odds->sets[0][0][i];
    if (set < 0 || !odds->rows)
        return false;
    memcpy(totals, odds->rows[set][upcard], sizeof odds->rows[set][upcard]);
    return true;
}
