/* The simulator: rounds of blackjack by an automaton, in blocks that are numbered.
 *
 * Block b holds rounds b*16384 .. b*16384+16383 of a run, draws from its own random stream and
 * begins with a full shoe. sudokutools/blackjack/simulate.py is the twin, and plays the same cards
 * at the table of the game itself. */
#ifndef SUDOKUTOOLS_BLACKJACK_SIMULATE_H
#define SUDOKUTOOLS_BLACKJACK_SIMULATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core.h"
#include "streams.h"
#include "work.h"

#define SIM_BLOCK 16384
#define SIM_PLAYERS 7
#define SIM_COUNTS 41 /* true counts -20 .. 20 */
#define SIM_BUST 22
#define SIM_NATURAL 23

enum { SIM_STAND, SIM_HIT, SIM_DOUBLE, SIM_SPLIT, SIM_SURRENDER };

/* What is played. Results are in units: one bet is `bet` of them. */
typedef struct {
    int full[10]; /* cards of each rank in a full shoe */
    int cards;    /* and of all: 13 with infinite decks */
    int cut;      /* cards left at which, or below, the next round begins with a shuffle */
    bool infinite, hit_soft_17, peek;
    int max_hands, max_ace_hands;
    int players;
    core_t core;
    bool has_paths;   /* the sum and the lowest point of every block are asked for */
    int bet, natural; /* units staked, units that a natural pays */
    int reach;        /* no round is won or lost by more units */
    int states;
    const uint16_t (*next)[10];
    const uint8_t *totals;
    const uint8_t (*actions)[10]; /* by upcard: an action, plus 8 times that in place of a split */
    int tags[10];                 /* what a rank adds to the running count when it is seen */
    int bets[SIM_COUNTS];         /* how many bets at a true count */
} sim_rules_t;

/* What a block came to, for the first player. */
typedef struct {
    int64_t sum;                              /* units won */
    int64_t lowest;                           /* of all sums so far, 0 at the beginning */
    int64_t first_run, last_run, longest_run; /* rounds lost in a row at both ends, and at most */
    int64_t rounds;
} sim_block_t;

/* What many blocks came to, for all players. */
typedef struct {
    int64_t *results;          /* [reach + result]: rounds of one player with that result per bet */
    int64_t wagered;           /* bets made at the deal */
    int64_t sum;               /* units won, each times the bets made */
    unsigned __int128 squares; /* of what a whole round came to, all players together */
    int64_t cards, shoes;
} sim_totals_t;

/* Play `rounds` rounds of a block, at most SIM_BLOCK, with the plain engine. Add to totals, and
 * write block. */
void sim_play(const sim_rules_t *rules, const uint64_t key[4], uint64_t number, int rounds,
              sim_totals_t *totals, sim_block_t *block);

/* Play rounds from the beginning of block `first` on, with the fastest engine that can; totals
 * are empty. Lanes, which may play where no paths are asked for, leave them out. WORK_DONE or
 * WORK_NO_MEMORY. */
int sim_run(const sim_rules_t *rules, const uint64_t key[4], uint64_t first, int64_t rounds,
            sim_totals_t *totals, sim_block_t *blocks);

#endif
