/* The data of the search for variants.
 *
 * The candidates are kept in three ways, so that each rule finds them as it needs them:
 *
 *     symbols[cell]              the symbols of a cell             naked singles, sums
 *     planes[symbol][word]       the cells of a symbol             what a cell sees
 *     places[house * n + symbol] its places in a full house        hidden singles
 *
 * A candidate that goes leaves them all in `take`, which puts what has to be looked at again into
 * queues. Cells, symbols, houses and places count from 0 here. */
#ifndef SUDOKUTOOLS_VARIANT_STATE_H
#define SUDOKUTOOLS_VARIANT_STATE_H

#include "variant/variant.h"

/* The limits of the definition. */
enum { MATCHED = 6, TABLED = 16, HIDDEN = 5 };

/* A cell as a member of a full house. */
typedef struct {
    uint16_t house, place;
} member_t;

/* Lists of numbers, one after the other; list i is from first[i] to first[i + 1]. */
typedef struct {
    uint32_t *first;
    uint16_t *numbers;
} lists_t;

struct variant_rules {
    int n, rows, columns, size;
    int words;             /* of a set of cells */
    int houses;            /* full ones */
    uint16_t *house_cells; /* [houses][n], ascending */
    uint32_t *first_member;
    member_t *members; /* of each cell */
    uint64_t *seen;    /* [size][words]: the cells that a cell sees */
    uint64_t *close;   /* [size][words]: a cell and what is to be apart from it; NULL: none is */
    lists_t apart;     /* of each cell */
    uint16_t *sets;    /* all sets of symbols by size and sum, made with the first cage */
    uint32_t *first_set;
};

/* An open branch: its candidates, and the options that are left, the next one last. */
typedef struct {
    uint64_t *state;
    int options;
    uint16_t cell[VARIANT_MOST_SYMBOLS];
    uint8_t symbol[VARIANT_MOST_SYMBOLS];
} branch_t;

struct variant {
    variant_rules_t *rules;
    int n, size, words, houses;
    const uint64_t *seen;
    uint64_t *own_seen; /* where cages add to it */
    symbols_t every;
    symbols_t *start;     /* what parity allows; NULL: everything */
    lists_t above, below; /* of each cell: what is greater, what is less */
    int cages;
    int32_t *sums;
    lists_t cage_cells, cages_of;

    /* The candidates of now, in one block of memory: `planes` is its start. */
    uint64_t *planes;
    symbols_t *symbols, *places;
    int32_t *settled; /* how many cells have one candidate, and were told to those they see */
    size_t state_bytes;
    uint64_t *spare;

    /* What has to be looked at: cells with one candidate, places that are the only ones, symbols
     * of houses, cells with neighbours, cages. */
    uint16_t *singles, *neighbours, *summed;
    uint32_t *only;
    symbols_t *changed;
    uint8_t *is_neighbour, *is_summed;
    int single_count, only_count, neighbour_count, summed_count;
    bool is_changed;

    branch_t *branches;
    int depth, room;
    bool has_state;
    const uint8_t *near;
    bool has_stream;
    stream_t stream;
    long long steps, max_steps, work;
    uint8_t *solution;
};

static inline bool is_single(symbols_t set) { return !(set & (set - 1)); }

static inline int lowest(uint64_t set) { return __builtin_ctzll(set); }

static inline int highest(symbols_t set) { return 31 - __builtin_clz(set); }

static inline void add_cell(uint64_t *set, int cell) { set[cell / 64] |= UINT64_C(1) << cell % 64; }

static inline bool has_cell(const uint64_t *set, int cell)
{
    return set[cell / 64] >> cell % 64 & 1;
}

/* Take candidates from a cell. Return false if the branch ends. */
bool variant_take(variant_t *s, int cell, symbols_t gone);

/* Take away what all rules exclude. Return false if the branch ends. */
bool variant_settle(variant_t *s);

/* Forget what had to be looked at. */
void variant_forget(variant_t *s);

/* Put a cage into the queue of those that are looked at. */
void variant_look_at_cage(variant_t *s, int cage);

/* Take away what the sum of a cage excludes. Return false if the branch ends. */
bool variant_sum(variant_t *s, int cage);

/* Make the sets of symbols by size and sum, if they are not there. Return false: no memory. */
bool variant_make_sets(variant_rules_t *rules);

/* Cages on their way: the sum, how many cells, the cells, as they are listed. */
typedef struct {
    uint16_t *numbers;
    size_t length, room;
    int count;
} cages_t;

/* Add a cage. Return false: no memory. */
bool variant_add_cage(cages_t *cages, int sum, const uint16_t *cells, int count);

/* Add the hidden cages that `cages` have. Return false: no memory. */
bool variant_add_hidden(const variant_t *s, cages_t *cages);

#endif
