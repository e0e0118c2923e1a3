/* Rounds of one player as an automaton over cards, two cards per step, for the lanes. */
#pragma once

#include "blackjack/shoe.h"

/* The ending of a round. Its three bits are below the number of the next state in the entries
 * of the automaton, and over them one set if it ended with the first of two cards. */
enum {
    ROUND_GOES_ON,
    ROUND_LOST_2,
    ROUND_LOST,
    ROUND_SURRENDERED,
    ROUND_PUSHED, /* from here on not lost */
    ROUND_WON,
    ROUND_NATURAL,
    ROUND_WON_2,
    ROUND_CODES,
    ROUND_AT_FIRST = 8,
    ROUND_SPLITS = 8 /* with no code: a pair is split, and the round leaves the automaton */
};

enum {
    ROUNDS_MOST = 4000, /* states, and numbers of splits */
    ROUNDS_PAIRS = 100, /* entries of a state: 10 times a rank, and the next rank */
    SPLITS_MOST = 1100,
    AGAIN_MOST = 100,
    SPLIT_AT_FIRST = 2048 /* added to the number of a split with the first of two cards */
};

/* Beside the ways in which all work ends: the automaton has too many states. */
enum { ROUNDS_TOO_MANY = 1 };

/* A pair that is about to be split; hole NO_HOLE: none. */
typedef struct {
    int8_t pair, upcard, hole;
} sim_split_t;

/* After a split, one hand after the other and the dealer use the same table, with these codes: */
enum {
    HAND_ENDS = 1, /* before the number of the result, or of the dealer's hand */
    HAND_SPLITS    /* before an index of `again` */
};

/* Numbers of results: twice these, plus 1 when doubled. */
enum { HAND_BUST, HAND_LOW, HAND_17, HAND_21 = HAND_17 + 4, HAND_CHARLIE, HAND_KINDS };

enum { DEALER_17, DEALER_21 = DEALER_17 + 4, DEALER_22, DEALER_BUST, DEALER_NATURAL, DEALER_KINDS };

enum { NO_HOLE = 10 };

typedef struct {
    /* By state and rank, and by state and two ranks: the next state times 16, plus a code; where
     * it splits, the number of the split times 16. State 0 begins a round, states 1 to 10 are its
     * first card, and the last one, which nothing leaves, is of a lane that has no work. */
    uint16_t *cards, *pairs;
    int states;
    sim_split_t splits[SPLITS_MOST];
    int split_count;
    uint16_t starts[10][10];    /* by pair and upcard: one card of a split hand */
    uint16_t again[AGAIN_MOST]; /* entries for a pair that may not be split again */
    int again_count;
    uint16_t dealers[10][11];                /* entries by upcard and hole card */
    int worth[2 * HAND_KINDS][DEALER_KINDS]; /* the result of a hand, in units */
} rounds_t;

/* Build the automaton. WORK_DONE, WORK_NO_MEMORY or ROUNDS_TOO_MANY. Free it in any case. */
int rounds_build(rounds_t *rounds, const sim_rules_t *rules);
void rounds_free(rounds_t *rounds);

bool sim_counts(const sim_rules_t *rules);

/* Play blocks in lanes. Return how many rounds, 0: not these rules, or WORK_NO_MEMORY. */
int64_t sim_lanes_avx2(const sim_rules_t *rules, const uint64_t key[4], uint64_t first,
                       int64_t rounds, sim_totals_t *totals, sim_block_t *blocks);
int64_t sim_lanes_avx512(const sim_rules_t *rules, const uint64_t key[4], uint64_t first,
                         int64_t rounds, sim_totals_t *totals, sim_block_t *blocks);
