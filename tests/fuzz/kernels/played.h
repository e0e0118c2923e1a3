/* The value of a hand of blackjack, in the plainest way: from the dealer's chances, from the hands
 * with one more card, or from all rounds that there can be. */
#pragma once

#include <math.h>

#include "blackjack/analysis.h"
#include "blackjack/dealer.h"
#include "blackjack/keys.h"

#include "subject.h"

/* Cards before the deal, the upcard among them, and how hands of them are played. */
typedef struct {
    odds_t *odds; /* which has been filled for them */
    const odds_rules_t *rules;
    double counts[10];
    int upcard;
    const uint8_t *plan; /* the chart */
} shoe_of_t;

static inline bool is_near(double one, double other) { return fabs(one - other) < 1e-9; }

static inline int cards_of(uint64_t hand)
{
    int cards = 0;
    for (int rank = 0; rank < 10; rank++)
        cards += COUNT(hand, rank);
    return cards;
}

/* The points of a hand, with an ace as 11 where that is not too much. */
static inline int points_of(uint64_t hand, bool *soft)
{
    int points = 0;
    for (int rank = 0; rank < 10; rank++)
        points += (rank + 1) * COUNT(hand, rank);
    *soft = COUNT(hand, 0) && points <= 11;
    return *soft ? points + 10 : points;
}

static inline int best_of(uint64_t hand)
{
    bool soft;
    return points_of(hand, &soft);
}

static inline bool has_won(const odds_rules_t *rules, uint64_t hand)
{
    return rules->charlie && cards_of(hand) >= rules->charlie && best_of(hand) <= 21;
}

/* The rank of a hole card that would make a blackjack, or -1. */
static inline int natural_of(int upcard) { return upcard == 0 ? 9 : upcard == 9 ? 0 : -1; }

/* Whether a shoe has the cards of a hand of at most 21 points, the upcard, and `more` cards. */
static inline bool has_hand(const shoe_of_t *shoe, uint64_t hand, double more)
{
    double left = -more;
    for (int rank = 0; rank < 10; rank++) {
        double after = shoe->counts[rank] - COUNT(hand, rank) - (rank == shoe->upcard);
        if (after < 0 && !shoe->rules->infinite)
            return false;
        left += after;
    }
    return hand >> 60 == 0 && hand && best_of(hand) <= 21 && left > 0;
}

/* The cards that are left when a hand and the upcard are out; return how many they are. */
static inline double left_of(const shoe_of_t *shoe, uint64_t hand, double left[10])
{
    double cards = 0;
    for (int rank = 0; rank < 10; rank++) {
        int gone = shoe->rules->infinite ? 0 : COUNT(hand, rank) + (rank == shoe->upcard);
        cards += left[rank] = shoe->counts[rank] - gone;
    }
    return cards;
}

/* Write the chance of each rank to be drawn next: the hole card is out before, and some ranks are
 * excluded. */
static inline void chances_of(const shoe_of_t *shoe, uint64_t hand, double chances[10])
{
    double left[10], cards = left_of(shoe, hand, left);
    int not = shoe->rules->loses_one_bet ? natural_of(shoe->upcard) : -1;
    double others = not < 0 ? cards : cards - left[not ];
    for (int rank = 0; rank < 10; rank++) {
        chances[rank] = left[rank] / cards;
        if (shoe->rules->infinite)
            continue;
        chances[rank] = 0;
        for (int hole = 0; hole < 10; hole++)
            if (hole != not &&left[hole] > 0)
                chances[rank] += left[hole] / others * (left[rank] - (rank == hole)) / (cards - 1);
    }
}

/* The value of standing. */
static inline double stand_on(const shoe_of_t *shoe, uint64_t hand)
{
    static _Thread_local dealer_t *dealers[2];
    static _Thread_local double shoes[DEALER_LANES][10];
    static _Thread_local dealer_row_t rows[DEALER_LANES];
    const odds_rules_t *rules = shoe->rules;
    if (!dealers[0])
        for (int rule = 0; rule < 2; rule++)
            check((dealers[rule] = dealer_new(rule, CORE_SCALAR)) != NULL);
    double left[10], cards = left_of(shoe, hand, left), won = 0, lost = 0, ended = 0;
    int hole = natural_of(shoe->upcard), best = best_of(hand);
    double natural = hole < 0 ? 0 : left[hole] / cards;
    for (int lane = 0; lane < DEALER_LANES; lane++)
        for (int rank = 0; rank < 10; rank++)
            shoes[lane][rank] = left[rank] + (rank == shoe->upcard && !rules->infinite);
    dealer_chances(dealers[rules->hit_soft_17], shoes, rules->infinite, rows);
    for (int total = 17; total <= 21; total++) {
        double chance = rows[0][shoe->upcard][total - 17];
        ended += chance;
        won += total < best ? chance : 0;
        lost += total > best ? chance : 0;
    }
    won += 1 - ended - natural;
    if (has_won(rules, hand)) {
        won = 1 - natural;
        lost = 0;
    }
    return rules->loses_one_bet ? (won - lost) / (1 - natural) : won - lost - natural;
}

/* Ask for the values of a hand: standing, hitting, doubling; by the chart, and hitting first. */
static inline void ask_for(const shoe_of_t *shoe, uint64_t hand, double values[5])
{
    double told[6], by_chart[3];
    odds_values(shoe->odds, shoe->upcard, hand, -1, -1, false, told);
    check(odds_chart_values(shoe->odds, shoe->upcard, hand, -1, shoe->plan, by_chart) == 0);
    memcpy(values, told, 3 * sizeof *values);
    memcpy(values + 3, by_chart, 2 * sizeof *values);
}

/* Whether the best play hits a hand, by its values. */
static inline bool is_hit(const odds_rules_t *rules, uint64_t hand, const double values[5])
{
    return best_of(hand) < 21 && !has_won(rules, hand) && values[1] > values[0] + 1e-12;
}

/* The entry of the chart for a hand: 1 is hit, 2 is double. */
static inline int code_of(const shoe_of_t *shoe, uint64_t hand)
{
    bool soft;
    int best = points_of(hand, &soft);
    return shoe->plan[22 * soft + best];
}

static inline bool is_hit_by_chart(const shoe_of_t *shoe, uint64_t hand)
{
    return best_of(hand) < 21 && !has_won(shoe->rules, hand) && code_of(shoe, hand) & 1;
}

/* Write the same as `ask_for`, from the hands with one more card. */
static inline void look_ahead(const shoe_of_t *shoe, uint64_t hand, double values[5])
{
    double chances[10], after[5];
    chances_of(shoe, hand, chances);
    memset(values, 0, 5 * sizeof *values);
    values[0] = stand_on(shoe, hand);
    for (int rank = 0; rank < 10; rank++) {
        uint64_t grown = hand + CARD(rank);
        bool is_over = best_of(grown) > 21;
        if (!(chances[rank] > 0))
            continue;
        if (!is_over)
            ask_for(shoe, grown, after);
        values[1] += chances[rank] * (is_over ? -1 : after[is_hit(shoe->rules, grown, after)]);
        values[2] += chances[rank] * (is_over ? -2 : 2 * after[0]);
        values[4] += chances[rank] * (is_over ? -1 : after[3]);
    }
    values[3] = values[is_hit_by_chart(shoe, hand) ? 4 : 0];
}

/* Rounds with a split pair: the constants of all. */
typedef struct {
    const shoe_of_t *shoe;
    int pair, limit, hole;
    bool charted;
    double left[10], cards;
    uint64_t hands[ODDS_HANDS]; /* that are played to their ends */
    int stakes[ODDS_HANDS], count;
    long rounds; /* that may be played yet */
} splitting_t;

static inline double deal(splitting_t *s, int rank)
{
    double chance = s->left[rank]-- / s->cards--;
    return chance;
}

static inline void put_back(splitting_t *s, int rank)
{
    s->left[rank]++;
    s->cards++;
}

/* The dealer draws to the end; return what all hands are worth. */
static inline double end_of(splitting_t *s, uint64_t dealer)
{
    bool soft;
    int best = points_of(dealer, &soft), held = cards_of(dealer);
    double value = 0;
    if (held == 2 && best == 21) {
        for (int k = 0; k < s->count; k++)
            value -= s->stakes[k];
        return value;
    }
    if (best < 17 || (best == 17 && soft && s->shoe->rules->hit_soft_17)) {
        for (int rank = 0; rank < 10; rank++)
            if (s->left[rank] > 0) {
                double chance = deal(s, rank);
                value += chance * end_of(s, dealer + CARD(rank));
                put_back(s, rank);
            }
        return value;
    }
    s->rounds--;
    for (int k = 0; k < s->count; k++) {
        int mine = best_of(s->hands[k]);
        bool wins =
            mine <= 21 && (best > 21 || mine > best || has_won(s->shoe->rules, s->hands[k]));
        value += wins ? s->stakes[k] : mine > 21 || mine < best ? -s->stakes[k] : 0;
    }
    return value;
}

/* Whether a hand of two cards after a split is doubled, or one is hit. */
static inline void decide(const splitting_t *s, uint64_t hand, bool *doubles, bool *hits)
{
    const odds_rules_t *rules = s->shoe->rules;
    double values[5];
    int best = best_of(hand);
    ask_for(s->shoe, hand, values);
    *hits = s->charted ? is_hit_by_chart(s->shoe, hand) : is_hit(rules, hand, values);
    double play = values[1] > values[0] ? values[1] : values[0];
    *doubles = s->charted ? code_of(s->shoe, hand) & 2 : values[2] > play + 1e-12;
    *doubles &= rules->double_after_split && cards_of(hand) == 2 && best >= rules->double_from &&
                best <= rules->double_to;
    if (s->pair == 0 && !rules->hit_split_aces)
        *doubles = *hits = false;
}

/* Play on with a hand, then with the waiting ones, of `made` so far; return the value of all. */
static inline double play_on(splitting_t *s, uint64_t hand, int stake, int made, int waiting)
{
    bool doubles = false, hits = cards_of(hand) == 1;
    double value = 0;
    if (s->rounds <= 0)
        return 0;
    if (!hits && stake == 1 && best_of(hand) <= 21)
        decide(s, hand, &doubles, &hits);
    for (int rank = 0; (hits || doubles) && rank < 10; rank++)
        if (s->left[rank] > 0) {
            bool is_split = hand == CARD(s->pair) && rank == s->pair && made < s->limit;
            double chance = deal(s, rank);
            value +=
                chance * (is_split ? play_on(s, hand, 1, made + 1, waiting + 1)
                                   : play_on(s, hand + CARD(rank), 1 + doubles, made, waiting));
            put_back(s, rank);
        }
    if (hits || doubles)
        return value;
    s->hands[s->count] = hand;
    s->stakes[s->count++] = stake;
    value = waiting ? play_on(s, CARD(s->pair), 1, made, waiting - 1)
                    : end_of(s, CARD(s->shoe->upcard) + CARD(s->hole));
    s->count--;
    return value;
}

/* Find the value of a split by playing all rounds. False: more than `most`. */
static inline bool split_all(const shoe_of_t *shoe, int pair, int limit, bool charted, long most,
                             double *value)
{
    splitting_t s = {.shoe = shoe, .pair = pair, .limit = limit, .charted = charted};
    int not = shoe->rules->loses_one_bet ? natural_of(shoe->upcard) : -1;
    s.cards = left_of(shoe, 2 * CARD(pair), s.left);
    s.rounds = most;
    double others = not < 0 ? s.cards : s.cards - s.left[not ];
    *value = 0;
    for (s.hole = 0; s.hole < 10; s.hole++)
        if (s.hole != not &&s.left[s.hole] > 0) {
            double chance = s.left[s.hole] / others;
            deal(&s, s.hole);
            *value += chance * play_on(&s, CARD(pair), 1, 2, 1);
            put_back(&s, s.hole);
        }
    return s.rounds > 0;
}
