/* The search for grids that are not plain, up to 32 symbols: rules, clues, solutions, digging.
 * sudokutools/solving/engines/variant.py defines it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "streams.h"
#include "work.h"

enum { VARIANT_MOST_SYMBOLS = 32, VARIANT_MOST_CELLS = 2048 };

/* How a run ends, besides the ways of work.h. */
enum { VARIANT_LIMIT = 3 /* All steps that were allowed are used up. */ };

/* A set of symbols: bit s - 1 for symbol s. */
typedef uint32_t symbols_t;

/* Numbers one after the other, as each use says. */
typedef struct {
    const uint16_t *numbers;
    size_t length;
} variant_list_t;

typedef struct {
    int n, rows, columns;   /* One row if not all rows and columns are houses. */
    variant_list_t houses;  /* each once: how many cells, n at most, and the cells */
    variant_list_t unequal; /* pairs of cells */
    variant_list_t apart;   /* pairs of cells */
} variant_shape_t;

/* Kinds of items: the primitives of sudokutools/constraints/primitives.py, and shared data. */
enum {
    VARIANT_DIFFERENT,
    VARIANT_RELATED,   /* The number of a table. */
    VARIANT_TOTAL,     /* Weights, and the total. */
    VARIANT_SETS,      /* Sets of symbols. */
    VARIANT_AUTOMATON, /* The number of a machine. */
    VARIANT_CONNECTED, /* Columns, a set of symbols, and how many cells hold them. */
    VARIANT_REGIONS,   /* Columns, and how many regions are numbered from the start; 0: numbers
                        * of these regions may be exchanged, and any will do. */
    VARIANT_TABLE,     /* No cells; sets of symbols. Tables and machines precede their uses. */
    VARIANT_MACHINE    /* No cells; how many states are initial; of each whether it accepts (0, 1),
                        * and the next ones. Added to the former, twice the number from 1 of a later
                        * state that has more of its next ones. */
};

typedef struct {
    variant_list_t cages; /* sum, how many cells, and the cells; each cell in one at most */
    variant_list_t less;  /* chains: how many cells, and the cells */
    /* Of each cell the symbols it may hold, then those of auxiliary cells; none: all may
     * hold all. */
    const symbols_t *masks;
    size_t mask_count;
    /* Each its kind, how many cells, the cells, how many numbers, these. If there are any, they
     * cover cages, chains and `apart` as well. */
    const int64_t *items;
    size_t length;
} variant_clues_t;

typedef struct variant_rules variant_rules_t;
typedef struct variant variant_t;

/* Return whether a list is groups of cells: `lead` numbers, how many cells, and the cells. */
bool variant_is_groups(variant_list_t list, int lead, int most, int size);

/* Return whether the lists are valid, which the next function requires. */
bool variant_shape_fits(const variant_shape_t *shape);

variant_rules_t *variant_rules_new(const variant_shape_t *shape);
void variant_rules_free(variant_rules_t *rules);
int variant_rules_n(const variant_rules_t *rules);
int variant_rules_size(const variant_rules_t *rules);

/* Return whether the lists are valid, which the next function requires. Cells that are apart and
 * chains are for up to 9 symbols, 128 cells and 64 full houses without cages, cages for up to 16
 * symbols; else they are items. */
bool variant_clues_fit(const variant_rules_t *rules, const variant_clues_t *clues);

/* Return a search under these rules, which must outlive it, and clues; NULL: no memory. No other
 * thread may make one of the same rules meanwhile. */
variant_t *variant_new(variant_rules_t *rules, const variant_clues_t *clues);
void variant_free(variant_t *search);

typedef struct {
    const uint8_t *cells;   /* 0 for an empty one */
    const symbols_t *masks; /* the candidates; NULL: none are excluded */
    const uint8_t *near;    /* a solution whose options come first; NULL: none is known */
    int other;              /* the cell that may not hold its symbol of `near`; -1: none */
    const stream_t *stream; /* for the order of options; NULL: ascending */
    long long max_steps;
} variant_task_t;

/* Begin a search. `near` is borrowed while the search runs. */
void variant_start(variant_t *search, const variant_task_t *task);

/* Continue until something is found, or for about this much work. Return SEARCH_NONE,
 * SEARCH_SOLUTION, SEARCH_PAUSED, VARIANT_LIMIT or WORK_NO_MEMORY. */
int variant_run(variant_t *search, long long work);

void variant_allow(variant_t *search, long long max_steps);

const uint8_t *variant_solution(const variant_t *search);

const stream_t *variant_stream(const variant_t *search);
long long variant_steps(const variant_t *search);

/* Empty orbits of a solution, in the order given, while it stays the only one; `orbits` are groups
 * of cells. What `max_steps` do not decide stays. Return WORK_DONE, with the
 * puzzle in `cells`, or how else it ended. */
int variant_dig(variant_t *search, const uint8_t *solution, variant_list_t orbits,
                long long max_steps, uint8_t *cells, check_t *check, void *context);
