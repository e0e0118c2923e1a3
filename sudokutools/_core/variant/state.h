/* The data of the search for variants.
 *
 * The candidates are kept in two ways, so that each rule finds them as it needs them:
 *
 *     symbols[cell]           the symbols of a cell    naked singles, neighbours, sums
 *     planes[symbol][word]    the cells of a symbol    hidden singles, peers
 *
 * A candidate that goes leaves both in `variant_take`, which queues everything to look at again.
 * Cells, symbols and houses count from 0 here. A place is a cell of a symbol in a full house. */
#pragma once

#include "variant/variant.h"

/* The limits of the definition. */
enum { MATCHED = 6, TABLED = 16, HIDDEN = 5 };

enum { MOST_WORDS = VARIANT_MOST_SYMBOLS * VARIANT_MOST_SYMBOLS / 64 };

/* Lists of numbers, one after the other; list i is from first[i] to first[i + 1]. */
typedef struct {
    uint32_t *first;
    uint16_t *numbers;
} lists_t;

struct variant_rules {
    int n, rows, columns, size;
    int words;            /* of a set of cells */
    int houses;           /* full ones */
    uint64_t *house_sets; /* [houses][words] */
    lists_t houses_of;    /* of each cell */
    uint64_t *seen;       /* [size][words]: the cells that a cell sees */
    uint64_t *close;      /* [size][words]: a cell and the cells apart from it; NULL: none */
    lists_t apart;        /* of each cell */
    uint16_t *sets;       /* all sets of symbols by size and sum, made with the first cage */
    uint32_t *first_set;
};

/* Houses whose symbols have to be looked at. */
typedef struct {
    symbols_t *symbols; /* of each house */
    uint16_t *queue;
    int count;
} houses_t;

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
    lists_t above, below; /* of each cell: greater ones, lesser ones */
    int cages;
    int32_t *sums;
    lists_t cage_cells, cages_of;

    /* The candidates of now, in one block of memory: `planes` is its start. */
    uint64_t *planes;
    symbols_t *symbols;
    int32_t *settled; /* how many cells have one candidate, and were applied to their peers */
    size_t state_bytes;

    /* The queues: cells with one candidate, houses, and again the ones without singles, cells with
     * neighbours, cages. */
    uint16_t *singles, *neighbours, *summed;
    uint8_t *is_neighbour, *is_summed;
    int single_count, neighbour_count, summed_count;
    houses_t changed, narrowed;
    symbols_t *settled_in; /* of each house, where a branch is chosen */
    bool has_neighbours;   /* that are apart, greater or less */

    branch_t *branches;
    uint32_t *failures; /* of each candidate, cell * n + symbol: how often it ended its branch */
    bool has_failed;
    int tried; /* the candidate that was tried last; -1: none */
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

/* Return how many bits are set; GCC calls a function where the processor's instruction is not sure
 * to be there. */
static inline int count_bits(uint64_t set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static inline void add_cell(uint64_t *set, int cell) { set[cell / 64] |= UINT64_C(1) << cell % 64; }

static inline bool has_cell(const uint64_t *set, int cell)
{
    return set[cell / 64] >> cell % 64 & 1;
}

/* Find the places of a symbol in a house. */
static inline void variant_places(const variant_t *s, int words, int house, int symbol,
                                  uint64_t *places)
{
    const uint64_t *plane = s->planes + symbol * words;
    const uint64_t *set = s->rules->house_sets + house * words;
    for (int w = 0; w < words; w++)
        places[w] = plane[w] & set[w];
}

/* Return how many cells there are, 3 for more than 2. */
static inline int variant_some(const uint64_t *cells, int words)
{
    int count = 0;
    for (int w = 0; w < words; w++) {
        uint64_t more = cells[w] & (cells[w] - 1);
        if (more & (more - 1))
            return 3;
        count += (cells[w] != 0) + (more != 0);
    }
    return count > 2 ? 3 : count;
}

/* Take candidates from a cell. Return false if the branch ends. */
bool variant_take(variant_t *s, int cell, symbols_t gone);

/* Take away what all rules exclude. Return false if the branch ends. */
bool variant_settle(variant_t *s);

/* Forget what had to be looked at. */
void variant_forget(variant_t *s);

/* Queue a cage. */
void variant_look_at_cage(variant_t *s, int cage);

/* The open cells of a cage, their symbols, the sum of the open cells, and the remaining symbols. */
typedef struct {
    int count, rest;
    uint16_t cell[VARIANT_MOST_SYMBOLS];
    symbols_t symbols[VARIANT_MOST_SYMBOLS], left[VARIANT_MOST_SYMBOLS];
} cage_t;

/* Find the symbols that the sum of a cage leaves in its open cells. Return false if a full cage has
 * another sum. */
bool variant_sum(variant_t *s, int number, cage_t *cage);

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
