/* One branch: everything that follows from one candidate put on or off, in order of derivation.
 *
 * Complexity is the number of a node's ancestors, so each node needs the set of them, its closure.
 * Nearly all nodes are off-nodes that nothing ever builds on: they get no set of their own. Sets
 * are over slots, and a slot goes to on-nodes, to off-nodes that justify an on-node, and to
 * off-nodes with several parents (rate/nested.c):
 *
 *     on a ----> off b                closure(a) = {a, ...}        stored, a bit a slot
 *           \--> off c \              closure(d) = closure(a) + b, no set: base = a's slot
 *           \--> off d --> on e       closure(e) = closures of c, d + c + d + e, stored
 *
 * The count of a closure is stored with it. A node too complex for any hint that could still win
 * has the count NO_LIMIT and no set. */
#pragma once

#include "rate/chains.h"
#include "rate/state.h"

#pragma GCC visibility push(hidden)

enum { KNOWN_OFF = 1, KNOWN_ON = 2 };

/* Candidates of a grid by number, and what each puts off: the other candidates of its cell, then of
 * its peers. Deleted candidates stay in the lists: they are known to be off. */
typedef struct {
    const rate_grid_t *grid;
    numbering_t of;
    uint8_t cell[MAX_CANDIDATES], digit[MAX_CANDIDATES];
    int16_t place[MAX_CANDIDATES]
                 [MOST_TYPES]; /* By type of house: LANES * digit + house, to find places, */
    uint16_t bit[MAX_CANDIDATES][MOST_TYPES]; /* and the candidate's bit there. */
    int first[MAX_CANDIDATES + 1], first_peer[MAX_CANDIDATES];
    int16_t weak[MAX_CANDIDATES * (8 + MOST_PEERS)];
} links_t;

typedef struct {
    int16_t name; /* 2 * number + 1 (on), + 0 (off). */
    int16_t base; /* The slot whose set is stored: its own or its only parent's. */
    int16_t slot; /* The node's own slot, -1: none. */
    int16_t came; /* Of on-nodes the link: BY_... */
    int32_t size; /* Size of the closure, or NO_LIMIT. */
} node_t;

typedef struct {
    int node;       /* The off-node, */
    int hint;       /* the number of the hint in the branch, */
    int complexity; /* and its complexity. */
} nested_t;

typedef struct {
    int count, on_count, off_count, slots;
    int contradiction_on, contradiction_off; /* The two nodes that clash, or -1. */
    node_t *nodes;
    int16_t *slot_node;
    uint32_t *set;     /* By slot: where its set of slot / 64 + 1 words begins. */
    int16_t *node;     /* By name: the node. */
    int16_t *on, *off; /* Nodes in order of derivation. */
    uint8_t *state;    /* By number: KNOWN_... */
    uint64_t *derived; /* By name: derived, and not too complex. */
    void *block;       /* The memory of these arrays, side by side: there are hundreds of */
    int capacity;      /* branches, and caches are small. Room for this number of candidates. */
    bool grown;        /* Whether branch_resume added anything. */
    uint64_t *sets;
    uint32_t used, room;
    nested_t *nested;
    int nested_count, nested_room, nested_hints;
} branch_t;

/* What an elimination inside a branch says: this candidate is off because those are. */
typedef struct {
    int candidate;        /* 9 * cell + digit. */
    int first, count;     /* Its parents in additions_t.parents. */
    int hint, complexity; /* Of nested chains: the hint's number in the round; -1: none. */
} addition_t;

typedef struct {
    addition_t *list;
    int count, room;
    int *parents;
    int parent_count, parent_room;
    bool no_memory;
} additions_t;

struct branching;

/* Look for eliminations in b->work by the techniques of a level, the first that yields any: fill
 * b->additions, return whether there are any. */
typedef bool nested_find_t(struct branching *b, branch_t *branch, int level);
RATE_LOCAL nested_find_t nested_find;

/* Everything of one depth: 0 the rater's own grid, 1 a grid inside a branch of depth 0. */
typedef struct branching {
    rate_t *r;
    nested_find_t *find;
    int depth;
    links_t links;
    bool links_hold;                        /* Whether they match the current grid. */
    branch_t *branches[2 * MAX_CANDIDATES]; /* By the name of the start, */
    int8_t level[2 * MAX_CANDIDATES];       /* and the level to which each is complete, or -1. */
    int kept;                               /* The level of a pass that found nothing, or -1. */
    /* The branch being made. */
    rate_grid_t work;                  /* The grid without the candidates that are off. */
    houses_t lost_digits, lost_houses; /* Where candidates were lost. */
    additions_t additions;
    sink_t nested; /* Hints of producers nested in a branch of this depth. */
} branching_t;

typedef struct {
    bool dynamic; /* Deleted candidates count at once. */
    bool cells;   /* Links by cells, too; without them: Nishio. */
    int level;    /* Plus rules and nested producers of rate/nested.c. */
} branch_mode_t;

/* `find` is nested_find: a branch calls it, and it makes branches. */
RATE_LOCAL branching_t *branching_new(rate_t *r, int depth, nested_find_t *find);
RATE_LOCAL void branching_free(branching_t *b);

RATE_LOCAL void links_make(links_t *links, const rate_grid_t *grid);

/* Return a branch with room for grids of this number of candidates: `branch` (or NULL) made larger.
 * NULL without memory, and `branch` is as it was. */
RATE_LOCAL branch_t *branch_with_room(branch_t *branch, int candidates);

/* Derive all that follows from a node. Nodes with `limit` ancestors or more are of no use. */
RATE_LOCAL void branch_make(branching_t *b, branch_t *branch, int name, branch_mode_t mode,
                            int limit);

/* Go on with a complete branch of a lower level, made without a limit. */
RATE_LOCAL void branch_resume(branching_t *b, branch_t *branch, branch_mode_t mode, int limit);

/* One search over many branches: rate/forcing.c. */
typedef struct {
    branching_t *b;
    const rate_grid_t *grid;
    branch_mode_t mode;
    sink_t *sink;
    const uint8_t *techniques; /* By kind: what hints are called. */
    uint32_t order;            /* Of collection. */
    int source;                /* The candidate that is looked at. */
    const sets_t *reach;       /* For RATE_REACH, or NULL. */
    const board_t *dead[2];    /* For RATE_NISHIO_SINGLES: off, on; or NULL. */
} pass_t;

/* Search the rater's own grid and turn the best hint into its step; false without a hint. */
RATE_LOCAL bool forcing_produce(rate_t *r, pass_t *pass);

/* Search multiple or dynamic chains of a grid inside a branch. */
RATE_LOCAL void forcing_search(branching_t *b, const rate_grid_t *grid, branch_mode_t mode,
                               sink_t *sink);

#pragma GCC visibility pop
