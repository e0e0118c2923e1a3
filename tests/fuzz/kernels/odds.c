/* Exact odds under any rules, of any shoe, upcard, hand and plan that bind/blackjack.c lets
 * through: the same to the last bit on every core, and repeated questions have the same answer.
 * The values themselves are tested by tests/blackjack/test_odds.py. */
#include <math.h>

#include "blackjack/analysis.h"
#include "blackjack/keys.h"

#include "subject.h"

enum { CORES = 3, MOST_QUESTIONS = 3, MANY = 250, ALL = 250, FEW_RANKS = 7 };

/* Tables of the first core and of another one, new for each input: unused entries stay as another
 * shoe left them, and cores differ in that. */
static _Thread_local odds_t *tables[2];
static _Thread_local odds_rules_t rules;
static _Thread_local int second;        /* the core compared with the first one */
static _Thread_local uint8_t ranks[10]; /* that are drawn: all, or the few that the shoe has */
static _Thread_local int rank_count;
static _Thread_local uint8_t plan[44];

static odds_rules_t take_rules(input_t *input)
{
    odds_rules_t taken;
    memset(&taken, 0, sizeof taken);
    int flags = take_byte(input), doubles = take_up_to(input, 2);
    taken.hit_soft_17 = flags & 1;
    taken.double_after_split = flags & 2;
    taken.loses_one_bet = flags & 4;
    taken.hit_split_aces = flags & 8;
    taken.infinite = flags & 16;
    taken.double_after_hit = flags & 32;
    taken.push_22 = flags & 64;
    taken.double_from = doubles == 0 ? 0 : doubles == 1 ? 9 : 10;
    taken.double_to = doubles == 0 ? 20 : 11;
    taken.max_hands = 1 + take_up_to(input, 4);
    taken.max_ace_hands = 1 + take_up_to(input, 4);
    if (flags >= ALL) {
        taken.max_hands = 1 + take_up_to(input, ODDS_HANDS - 1);
        taken.max_ace_hands = 1 + take_up_to(input, ODDS_HANDS - 1);
    }
    taken.charlie = take_up_to(input, 9);
    return taken;
}

static int take_rank(input_t *input) { return ranks[take_byte(input) % rank_count]; }

/* Take a hand of some cards, or any key. */
static uint64_t take_hand(input_t *input)
{
    uint64_t hand = 0;
    int cards = take_up_to(input, 7);
    if (cards == 7)
        return take(input, 8);
    if (cards == 1)
        return 2 * CARD(take_rank(input));
    for (int k = 0; k < cards; k++)
        hand += CARD(take_rank(input));
    return hand;
}

/* Take a shoe; return whether it has enough whole cards for any hand. */
static bool take_shoe(input_t *input, double counts[10])
{
    int kind = take_up_to(input, 7);
    double points = 0;
    bool whole = true;
    uint32_t kept = 1023;
    if (kind == FEW_RANKS) /* Three of them at most. */
        kept = 1U << take_up_to(input, 9) | 1U << take_up_to(input, 9) | 1U << take_up_to(input, 9);
    rank_count = 0;
    for (int rank = 0; rank < 10; rank++) {
        if (!(kept >> rank & 1)) {
            counts[rank] = 0;
            continue;
        }
        ranks[rank_count++] = (uint8_t)rank;
        counts[rank] = kind == 0           ? take_byte(input)
                       : kind == FEW_RANKS ? take_byte(input) % 64
                       : kind == 1         ? take_byte(input) / 64.0
                                           : 4 * kind * (rank == 9 ? 4 : 1) - take_byte(input) % 8;
        counts[rank] = counts[rank] > 0 ? counts[rank] : 0;
        points += (rank + 1) * counts[rank];
        whole &= counts[rank] == floor(counts[rank]);
    }
    int hands = rules.max_hands > rules.max_ace_hands ? rules.max_hands : rules.max_ace_hands;
    return whole && !rules.infinite && points > 30 * hands + 10;
}

/* Return the tables of the first core, or of the other one. */
static odds_t *table_of(int k)
{
    odds_t **table = &tables[k];
    core_t core;
    if (!*table) {
        check(core_at(k ? (size_t)second : 0, &core));
        check((*table = odds_new(core, &rules)) != NULL);
    }
    return *table;
}

static void fill(const double counts[10], int upcard, uint64_t hand)
{
    for (int k = 0; k < 2; k++)
        check(odds_fill(table_of(k), counts, upcard, hand) == WORK_DONE);
}

/* Ask two cores, twice; each repeats its answer, and both agree on the hand they were filled for.
 * Answers of a shoe that cannot run out do not depend on the processor. */
static void ask(input_t *input, int upcard, uint64_t hand, bool is_filled, bool is_safe)
{
    double first[15] = {0}, told[15];
    int pair = take_up_to(input, 10) - 1, left = take_byte(input) - 1;
    bool same = take_up_to(input, 1), knows_dealer = false;
    if (input->size && *input->data & 1)
        left = -1;
    uint64_t bits = take(input, 8);
    for (int k = 0; bits && k < 44; k++) /* Else the same again. */
        plan[k] = (uint8_t)(bits >> k % 31) & 3;
    for (int rank = 0; left < 0 && rank < 10; rank++)
        pair = hand == 2 * CARD(rank) ? rank : pair; /* It is a pair more often. */
    for (int k = 0; k < 4; k++) {
        odds_t *table = table_of(k / 2);
        memset(told, 0, sizeof told);
        odds_values(table, upcard, hand, pair, left, same, told);
        odds_chart_values(table, upcard, hand, pair, plan, told + 6);
        bool knows = odds_dealer(table, upcard, hand, told + 9);
        check(k == 0 || !is_filled || knows == knows_dealer);
        bool is_known = is_filled && knows && (pair < 0 || hand == 2 * CARD(pair));
        if (k == 0 || (k == 2 && !is_known)) {
            knows_dealer = knows;
            memcpy(first, told, sizeof first);
        }
        check(knows == knows_dealer && memcmp(first, told, sizeof first) == 0);
    }
    bool is_valid = pair < 0 || hand == 2 * CARD(pair);
    for (int k = 0; is_safe && knows_dealer && is_valid && k < 15; k++)
        answer_double(first[k]);
}

/* Play by other rules, with new tables. */
static void renew(const odds_rules_t *wanted)
{
    rules = *wanted;
    for (int k = 0; k < 2; k++) {
        odds_free(tables[k]);
        tables[k] = NULL;
    }
}

SUBJECT(odds)
{
    odds_rules_t taken = take_rules(&input);
    double counts[10];
    int what = take_byte(&input);
    core_t core;
    second = 1 + what / 8 % (CORES - 1);
    while (!core_at((size_t)second, &core))
        second--;
    renew(&taken);
    for (rank_count = 0; rank_count < 10; rank_count++)
        ranks[rank_count] = (uint8_t)rank_count;
    memset(plan, 0, sizeof plan);
    if (what % 8 == 0) { /* Nothing is known yet. */
        int upcard = take_up_to(&input, 9);
        ask(&input, upcard, take_hand(&input), false, NULL);
    }
    bool is_safe = take_shoe(&input, counts);
    int upcard = take_rank(&input);
    uint64_t hand = take_hand(&input);
    if (hand == 0 && take_byte(&input) < MANY) /* All hands at once are slow. */
        hand = CARD(8) + CARD(3);
    if (!odds_fits(table_of(0), counts))
        return;
    fill(counts, upcard, hand);
    for (int questions = 0; input.size && questions < MOST_QUESTIONS; questions++) {
        bool is_same = take_up_to(&input, 3) != 0;
        uint64_t asked = is_same ? hand : take_hand(&input);
        ask(&input, upcard, asked, counts[upcard] > 0, is_safe && counts[upcard] >= 1);
    }
    input.size = 0;
    if (what & 2 && is_safe &&
        counts[upcard] >= 1) { /* A shoe with one card more is another one. */
        counts[ranks[0]]++;
        if (odds_fits(table_of(0), counts)) {
            fill(counts, upcard, hand);
            ask(&input, upcard, hand, true, true);
        }
    }
}
