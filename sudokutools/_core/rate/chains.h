/* Shared by the chain producers: nodes, hints and their order, scratch memory.
 *
 * A node is a candidate that is on (true) or off (false). A candidate is 9 * cell + digit; a node
 * is 2 * candidate + 1 when on, + 0 when off. Links:
 *
 *     on  -> off   (weak)    the other candidates of the cell, then the digit in the peers
 *     off -> on    (strong)  the other one of a cell's two candidates (Y link), then the other one
 *                            of a digit's two places in the box, row, column (X links)
 *
 * Of all hints of a producer the smallest (rating, complexity, kind) wins, of equals the one that
 * was collected first. Complexity counts the nodes a conclusion rests on. */
#pragma once

#include <stddef.h>

#include "rate/grid.h"
#include "rate/rate.h"

#pragma GCC visibility push(hidden)

enum { MAX_CANDIDATES = 729, MAX_WORDS = 12, NO_LIMIT = 1 << 28 };

enum chain_kind { DOUBLE = 1, X_KIND, Y_KIND, XY_KIND, CELL, REGION, CONTRADICTION };

/* The link through which an on-node came: none (start), the cell, or that house. */
enum { BY_START = -1, BY_CELL = 0, BY_HOUSE = 1 };

/* The causes of a hint inside a nested level: the candidates whose absence its links need. */
typedef struct {
    board_t cells;      /* Cells with a Y link: all other candidates there. */
    houses_t houses[9]; /* Per digit the houses with an X link: all other places there. */
} cause_t;

typedef struct {
    uint64_t key; /* Rating, complexity, kind, order of collection: smaller is better. */
    int complexity;
    int source;  /* Of chains with branches the candidate where they were found. */
    int target;  /* The node that is proved; -1 for a cycle, */
    int removed; /* which has its removals in sink.removed[removed]. */
    cause_t cause;
} hint_t;

typedef struct {
    board_t cells[9]; /* By digit. */
} removal_t;

/* Takes hints: keeps the best one, or (nested levels) all. */
typedef struct {
    bool collect, found;
    uint64_t best; /* A hint must be smaller. */
    uint32_t sequence;
    hint_t *hints;
    int count, room;
    removal_t *removed;
    int removals, removal_room;
    bool no_memory;
} sink_t;

/* Candidates numbered 0, 1, ... in increasing order, so that sets of them are short. */
typedef struct {
    int count;
    int16_t number[MAX_CANDIDATES];
    int16_t candidate[MAX_CANDIDATES + 1];
} numbering_t;

/* Static chains by sets: rate/static.c. Row i of a table is a set of numbered candidates. */
typedef struct {
    numbering_t of;
    int words;                                   /* Of a set. */
    uint64_t strong[MAX_CANDIDATES * MAX_WORDS]; /* i off puts these on. */
    uint64_t weak[MAX_CANDIDATES * MAX_WORDS];   /* i on puts these off. */
    uint64_t next[MAX_CANDIDATES * MAX_WORDS];   /* i on puts these on by one strong link. */
    uint64_t before[MAX_CANDIDATES * MAX_WORDS]; /* The nodes that put i on by one strong link. */
    uint64_t frontier[MAX_CANDIDATES * MAX_WORDS];
    uint64_t reach[MAX_CANDIDATES * MAX_WORDS]; /* i on puts these on. */
    uint64_t reach_off[MAX_CANDIDATES * MAX_WORDS];
    bool linked[MAX_CANDIDATES];      /* Whether strong[i] holds any. */
    uint32_t returns[MAX_CANDIDATES]; /* Rounds after which a cycle could close. */
    bool complete;                    /* Whether reach is, for the grid as it is. */
    board_t x_linked[9];              /* Cells with strong links. */
    board_t x_strong[9][81], x_next[9][81], x_frontier[9][81], x_reach[9][81];
} sets_t;

/* Static chains by paths: rate/paths.c. */
typedef struct {
    int16_t strong[MAX_CANDIDATES][1 + MOST_TYPES];
    int8_t cause[MAX_CANDIDATES][1 + MOST_TYPES];
    int8_t strong_count[MAX_CANDIDATES];
    int16_t weak[MAX_CANDIDATES][8 + MOST_PEERS]; /* Only nodes with strong links. */
    int8_t weak_count[MAX_CANDIDATES];            /* -1: not made yet. */
    /* A search: on-nodes in order of derivation, each with the off-node before it. */
    int16_t on[MAX_CANDIDATES + 1], parent[MAX_CANDIDATES + 1], off[MAX_CANDIDATES + 1];
    int8_t came[MAX_CANDIDATES + 1];
    uint32_t seen[MAX_CANDIDATES], search;
} paths_t;

/* Which sources a search by paths has to look at; made by sets. */
enum { FROM_ON = 1, FROM_OFF = 2, CYCLE = 4, EVERYTHING = 7 };

typedef struct {
    uint8_t x[MAX_CANDIDATES], xy[MAX_CANDIDATES]; /* Flags by candidate. */
    int x_rounds[9], xy_rounds; /* The minimum of strong links before a cycle closes. */
    bool any_x, any_y, any_xy;
} filter_t;

struct branching; /* rate/propagation.h */

typedef struct {
    sets_t sets;
    paths_t paths;
    filter_t filter;
    sink_t sink;                    /* Of the top level. */
    struct branching *branching[2]; /* Of the top level and of nested producers. */
} rate_chains_t;

/* Rating of a chain: the lowest of its technique and an increment for its length. */
static inline int chain_rating(int technique, int complexity)
{
    int length = complexity - 2;
    return rate_rows[technique].least + rate_tables.increment[length < 0      ? 0
                                                              : length > 1023 ? 1023
                                                                              : length];
}

static inline int cycle_technique(int kind)
{
    return kind == X_KIND ? RATE_X_CYCLE : kind == Y_KIND ? RATE_Y_CYCLE : RATE_XY_CYCLE;
}

static inline int chain_technique(int kind, int complexity)
{
    if (kind == XY_KIND)
        return RATE_FORCING_CHAIN;
    return complexity == 6 ? RATE_TURBOT_FISH : RATE_X_CHAIN;
}

static inline int cycle_rating(int kind, int complexity)
{
    return chain_rating(cycle_technique(kind), complexity);
}

static inline int static_rating(int kind, int complexity)
{
    return chain_rating(chain_technique(kind, complexity), complexity);
}

static inline uint64_t hint_key(int rating, int complexity, int kind, uint32_t order)
{
    return ((uint64_t)rating << 22 | (uint64_t)complexity << 3 | (uint64_t)kind) << 32 | order;
}

/* Make room for one more item of an array; false without memory. */
RATE_LOCAL bool items_grow(void **items, int count, int *room, size_t size);

static inline unsigned removed_digits(const removal_t *removal, int cell)
{
    unsigned digits = 0;
    for (int digit = 0; digit < 9; digit++)
        digits |= (unsigned)(removal->cells[digit] >> cell & 1) << digit;
    return digits;
}

/* Empty the sink; with `bound` hints rated higher are not wanted. */
RATE_LOCAL void sink_begin(sink_t *sink, bool collect, int bound);
RATE_LOCAL void sink_end(sink_t *sink);

/* Return a place for a hint, NULL if it is not wanted. Collecting sinks set the order. */
RATE_LOCAL hint_t *sink_take(sink_t *sink, int rating, int complexity, int kind, uint32_t order);

RATE_LOCAL void sink_remove(sink_t *sink, hint_t *hint, const removal_t *removal);

RATE_LOCAL void sink_sort(sink_t *sink, const rate_grid_t *grid);

/* Whether a hint of this key could still win. */
static inline bool sink_wants(const sink_t *sink, int rating, int complexity, int kind,
                              uint32_t order)
{
    return sink->collect || hint_key(rating, complexity, kind, order) < sink->best;
}

RATE_LOCAL void number_candidates(numbering_t *of, const rate_grid_t *grid);

/* Tell by sets which sources of the grid have static chains (any at all, not only the shortest). */
RATE_LOCAL void filter_sources(filter_t *filter, sets_t *sets, const rate_grid_t *grid);
RATE_LOCAL void filter_nothing(filter_t *filter);

/* Search all sweeps from all sources that the filter leaves, in the prescribed order. */
RATE_LOCAL void paths_all(paths_t *paths, const rate_grid_t *grid, const filter_t *filter,
                          sink_t *sink);

RATE_LOCAL void paths_cycles(paths_t *paths, const rate_grid_t *grid, int kind,
                             const filter_t *filter, sink_t *sink);

#pragma GCC visibility pop
