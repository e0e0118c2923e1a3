/* Rounds of one player as an automaton over cards: one step, one card. */
#ifndef SUDOKUTOOLS_BLACKJACK_ROUNDS_H
#define SUDOKUTOOLS_BLACKJACK_ROUNDS_H

#include "blackjack/simulate.h"

/* What a step ends with. */
enum {
    ROUND_GOES_ON,
    ROUND_LOST_2,
    ROUND_LOST,
    ROUND_SURRENDERED,
    ROUND_PUSHED,
    ROUND_WON,
    ROUND_NATURAL,
    ROUND_WON_2,
    ROUND_CODES,
    ROUND_SPLITS = 15
};

enum { ROUNDS_MOST = 4095, SPLITS_MOST = 1100 };

/* Beside the ways in which all work ends: the automaton has too many states. */
enum { ROUNDS_TOO_MANY = 1 };

typedef struct {
    /* By state and rank: the next state times 16, plus a code; where it splits, the number of the
     * split times 16. Rows have 16 entries. State 0 begins a round. */
    uint16_t *table;
    int states;
    struct {
        uint16_t state;
        int8_t pair, upcard, hole;
    } splits[SPLITS_MOST];
    int split_count;
} rounds_t;

/* Build the automaton, with a last row of a lane that has no work. WORK_DONE, WORK_NO_MEMORY or
 * ROUNDS_TOO_MANY. Free the table in any case. */
int rounds_build(rounds_t *rounds, const sim_rules_t *rules);

#endif
