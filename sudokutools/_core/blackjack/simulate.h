/* The simulator: rounds of blackjack by an automaton, in blocks that are numbered.
 *
 * Block b holds rounds b*16384 .. b*16384+16383 of a run, draws from its own random stream and
 * begins with a full shoe. sudokutools/blackjack/simulate.py is the twin, and plays the same cards
 * at the table of the game itself. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core.h"
#include "streams.h"
#include "work.h"

#define SIM_BLOCK 16384
#define SIM_PLAYERS 7
#define SIM_CARDS 416 /* in a full shoe */
#define SIM_HANDS 32  /* of one player, after splits */
#define SIM_COUNTS 41 /* counts -20 .. 20 */
#define SIM_LEVEL 20  /* the index of a count of 0 */
#define SIM_DEALS ((size_t)SIM_COUNTS * 10 * 10 * 10 * 2)
#define SIM_PARTS 60 /* the largest tag: the count of a shoe fits into 16 bits */

/* Totals of special states. */
enum { SIM_BUST = 22, SIM_NATURAL, SIM_CHARLIE };

enum { SIM_STAND, SIM_HIT, SIM_DOUBLE, SIM_SPLIT, SIM_SURRENDER };

#define SIM_BY_COUNT 64 /* a flag of actions: other charts have another one here */

enum { SIM_FLOOR, SIM_TRUNCATE, SIM_ROUND };

/* A count: the true count, rounded, or the running count. */
typedef struct {
    int tags[10]; /* a rank adds its tag when it is seen, in parts of a point */
    int parts;    /* of a point */
    int initial;  /* the running count of a new shoe, in parts; 0 for a true count */
    bool is_running;
    int estimate; /* cards: the cards left are estimated to multiples of these, 1: exactly */
    int rounding; /* of a true count */
} sim_counting_t;

/* The rules and the strategy. Results are in units: one bet is `bet` of them. */
typedef struct sim_rules {
    int full[10]; /* cards of each rank in a full shoe */
    int cards;    /* and of all: 13 with infinite decks */
    int cut;      /* cards left at which, or below, the next round begins with a shuffle */
    bool infinite, hit_soft_17, peek, early_surrender, original_bets_only, push_22;
    int max_hands, max_ace_hands;
    int players;           /* seats, at most */
    int spots[SIM_COUNTS]; /* seats of this strategy at a count, whose results are counted */
    bool is_one;           /* they all belong to one player */
    int neighbours;        /* seats after them */
    const struct sim_rules *others; /* with the strategy of neighbours, who never insure */
    int leave; /* the index of the count below which a shoe is left; 0: never */
    core_t core;
    int step;                  /* 0, or record sessions and the path, for so many rounds a sum; it
                                * divides SIM_BLOCK */
    int64_t *path;             /* the sums, zeros at first */
    int64_t session, bankroll; /* rounds of a session, 0: none; units that ruin one when lost */
    int bet, natural;          /* units staked, units that a natural pays */
    int reach;                 /* no round is won or lost by more units, insurance apart */
    int states;
    const uint16_t (*next)[10];
    const uint8_t *totals;
    const uint8_t (*actions)[10]; /* by upcard: an action, plus 8 times that in place of a split;
                                   * `states` rows a chart */
    uint8_t charts[SIM_COUNTS];   /* the chart that is played at a count */
    int insurance;                /* the index of the count from which all insure */
    sim_counting_t playing, betting;
    int bets[SIM_COUNTS]; /* how many bets at a count */
} sim_rules_t;

/* The result of a block, or of several in a row, for the first player. Sums are in units. With
 * sessions the block is cut where they end: into a head, whole sessions and, if one ends here at
 * all, a tail. */
typedef struct {
    int64_t sum;
    int64_t first_run, last_run, longest_run; /* rounds lost in a row at both ends, and at most */
    int64_t rounds;
    int64_t ends;               /* of sessions within this block */
    int64_t ruined;             /* of the whole sessions between the first end and the last */
    int64_t head_sum, head_low; /* low: the lowest of all sums so far, 0 at the beginning */
    int64_t tail_sum, tail_low;
} sim_block_t;

/* The results at one count, per bet and all players together. */
typedef struct {
    int64_t rounds, sum;
    uint64_t squares, own; /* of the sum of each round, and of what each player won in it */
} sim_count_t;

/* What many blocks came to, for all players. */
typedef struct {
    int64_t *results; /* [reach + result]: rounds of one player with that result per bet */
    sim_count_t counts[SIM_COUNTS];
    int64_t insured, insurances_won; /* players */
    int64_t cards, shoes;
    int64_t *deals; /* NULL, or rounds by count, the first player's two ranks, the upcard's, and
                     * whether the dealer had a blackjack; the plain engine plays */
} sim_totals_t;

/* Return whether these are rules and a strategy with this number of charts that can be played,
 * which is the precondition of all that follows: 1 or 0, or WORK_NO_MEMORY. `reach` is not looked
 * at. */
int sim_fits(const sim_rules_t *rules, int charts);

/* Play `rounds` rounds of block `at` of those from `first` on, at most SIM_BLOCK, with the plain
 * engine. Add to totals, and write block. */
void sim_play(const sim_rules_t *rules, const uint64_t key[4], uint64_t first, int64_t at,
              int rounds, sim_totals_t *totals, sim_block_t *block);

/* Join the next block to those before it. */
void sim_join(sim_block_t *block, const sim_block_t *next, int64_t bankroll);

/* Play rounds from the beginning of block `first` on, with the fastest engine that can; totals are
 * empty. Without `step` sums and sessions of blocks are left out. WORK_DONE or WORK_NO_MEMORY. */
int sim_run(const sim_rules_t *rules, const uint64_t key[4], uint64_t first, int64_t rounds,
            sim_totals_t *totals, sim_block_t *blocks);
