/* The state of a search, shared by the files of this folder.
 *
 * A variable is a candidate: "this cell holds this symbol". A constraint is a list of variables
 * of which exactly one is true: the candidates of a cell, or the places of a symbol in a row, a
 * column or a box. A variable is in four lists. No clause is stored for all this; a constraint
 * keeps how many of its variables are not yet false, and the XOR of their numbers:
 *
 *     members   3  7  8 12        tally  count 4, rest 3^7^8^12
 *     7 false   3  -  8 12               count 3, rest 3^8^12
 *     3 false   -  -  8 12               count 2, rest 8^12
 *    12 false   -  -  8  -               count 1, rest 8: variable 8 is forced
 *
 * A false variable costs four subtractions and four XORs; a true one makes the other members of
 * its four lists false. In a partial geometry a row or column shorter than n cells need not hold
 * every symbol: its count starts NEVER_UNIT higher, and so never gets down to 1.
 *
 * Variants have more lists, and variables other than candidates. What else two variables cannot be
 * at a time (a symbol a knight's move apart, say) is not counted, for it never forces the rest:
 * each variable has a list of the variables that it excludes, which are made false as members are.
 * All else is clauses that are never dropped.
 *
 * The trail holds the literals in the order in which they became known, and `head` parts it:
 *
 *     trail   a  b  c | d  e  f
 *                      ^head
 *     a b c   taken: the lists of the true ones and the clauses were visited
 *     d e f   known, not yet taken
 *
 * This is the one place that is easy to get wrong: what happens when. A literal that becomes false
 * is counted in all four tallies at once, not when it is taken, so that tallies and values always
 * agree and undoing does not need `head`. When a true literal is taken, each of its lists is
 * first looked through for a second true variable, which is a conflict. Then all its open members
 * become false, and only then are they counted: the last variable of some other list, which a
 * count of 1 would force, may be one of them. If so that count gets to 0, the other conflict; it
 * is reported after all members are counted. */
#pragma once

#include "cdcl/cdcl.h"
#include "streams.h"

/* A tally is one word, the count above the rest: at most 100 variables of 10^6. */
#define TALLY_ONE (UINT32_C(1) << 20)
#define NEVER_UNIT (1 << 11)

/* The constraints that a variable of a plain grid is in. */
#define PLAIN_LISTS 4

/* The size of a clause that has a true literal at level 0. */
#define SATISFIED (-1)

/* The most numbers a vector may hold: 128 MB of clauses; their places fit into a reason. */
#define MAX_VECTOR (1 << 25)

/* Fixed-point scores: a bump adds an increment that grows after every conflict, which lets older
 * bumps fade. All are shifted down before they can overflow. */
#define ACTIVITY_START (UINT64_C(1) << 32)
#define ACTIVITY_LIMIT (UINT64_C(1) << 56)
#define ACTIVITY_SHIFT 24
#define WEIGHT_START (UINT64_C(1) << 24)
#define WEIGHT_LIMIT (UINT64_C(1) << 48)
#define WEIGHT_SHIFT 24

/* Why a literal holds: a number whose two low bits are the kind of the rest. */
typedef enum {
    BY_TRUE = 0,       /* It is false, for that variable of one of its constraints is true. */
    BY_CONSTRAINT = 1, /* It is true, for all else in that constraint is false. */
    BY_CLAUSE = 2,     /* All other literals of the clause at that place in the arena are false. */
    NO_CONFLICT = 3,   /* Only of conflicts: no conflict. */
} reason_kind_t;
#define NO_REASON (-1) /* A decision, an assumption, or known at level 0. */

typedef uint32_t tally_t;

static inline int32_t count_in(tally_t tally) { return (int32_t)(tally / TALLY_ONE); }

static inline int32_t rest_in(tally_t tally) { return (int32_t)(tally % TALLY_ONE); }

typedef struct {
    int32_t level, reason;
} cause_t;

/* A clause that watches a literal: passed over while `blocker`, another literal, is true. */
typedef struct {
    int32_t clause, blocker;
} watch_t;

typedef struct {
    watch_t *items;
    int32_t count, capacity;
} watches_t;

typedef struct {
    int32_t *items;
    int32_t count, capacity;
} vector_t;

/* A clause in the arena is its literals, the two watched ones first, after a head of three. */
enum { CLAUSE_GLUE = -3, CLAUSE_FLAGS = -2, CLAUSE_SIZE = -1, CLAUSE_HEAD = 3 };
/* Flags: how often `reduce` will still spare the clause; reason of a literal; to be dropped. */
enum { SPARED = 3, LOCKED = 4, DROPPED = 8 };

typedef struct {
    reason_kind_t kind;
    int32_t a, b; /* BY_TRUE: two true variables; else a: the constraint or a clause's place. */
} conflict_t;

typedef enum { PROBE_LATER, PROBE_RUNNING, PROBE_DONE } probing_t;

struct cdcl {
    cdcl_shape_t shape;
    int32_t n, rows, columns, cells;
    uint8_t *givens;

    /* The structure; it changes at level 0 only, where false members are dropped from lists. */
    int32_t variables, constraints;
    int32_t candidates; /* the variables that are candidates: the first ones, of plain grids all */
    int32_t *first_of_cell; /* cells + 1 entries: the variables of a cell are contiguous. */
    int32_t *cell_of;       /* by candidate */
    uint8_t *symbol_of;     /* by candidate */
    size_t entries;         /* the length of all lists */
    uint16_t *lists;        /* by variable: its constraints; of plain grids four each */
    int32_t *start, *end;   /* by constraint: its part of `members` */
    int32_t *members;
    int32_t *open;     /* the constraints that are not settled at level 0: a heap by weight */
    int32_t *place_of; /* by constraint: its index in `open`, -1 for a settled one */
    int32_t opens;

    /* Of variants only. */
    bool is_plain;           /* none of these */
    int32_t *first_list;     /* by variable, and one more: its part of `lists` */
    int32_t *first_excluded; /* by variable, and one more: its part of `excluded` */
    int32_t *excluded;       /* the variables excluded by a variable */
    size_t exclusions;       /* the length of `excluded` */

    int32_t compressed; /* the length of the trail at the last compression */

    tally_t *tally; /* by constraint */
    int8_t *value;  /* by literal: 1 true, -1 false, 0 open */
    cause_t *cause; /* by variable */
    int32_t *trail, assigned, head;
    int32_t *level_start, level;
    conflict_t conflict;
    bool consistent; /* false: unsolvable, whatever is assumed */

    /* Assumptions: literals that are all put on level 1. */
    int32_t *assumptions, assumed, next_assumption;
    bool refuted;     /* the assumptions are refuted; `in_core` has the ones used */
    uint8_t *in_core; /* by variable */

    vector_t short_clauses; /* those learnt that other searches may take, as in a trace */
    vector_t arena, learnt; /* learnt: the places of the clauses in the arena, oldest first */
    watches_t *watches;     /* by literal */
    uint8_t *is_watched;    /* by literal: 1 if it may have watches, for it is small and near */
    int32_t *clause;        /* the clause that is being made */
    int32_t size, glue;
    uint8_t *seen;      /* by variable */
    int32_t *seen_list; /* its set entries */
    int32_t seen_count;
    int64_t *glue_stamp; /* by level: the last round that met it */
    int64_t glue_round;

    uint64_t *activity, activity_step; /* by variable */
    uint64_t *weight, weight_step;     /* by constraint */
    int8_t *saved, *target, *best;     /* by variable: its last value; its value in the longest */
    int32_t target_size, best_size;    /* conflict-free trail since a restart, a rephasing */
    stream_t stream;

    int32_t *holder;                     /* by constraint: its true variable, -1 for none */
    int32_t *uncovered, uncovered_count; /* the constraints that need a holder and have none */
    int32_t *uncovered_at;               /* by constraint: its index in `uncovered`, or -1 */
    int64_t walk_left, next_walk;        /* steps of this walk; conflicts before the next */
    bool takes_lesser;                   /* this walk takes the smaller of two constraints */
    stream_t walk;

    probing_t probing;
    int32_t probe;
    uint8_t *passed; /* by variable: 1 if it needs no probe any more */
    int64_t steps, conflicts, patience;
    int64_t next_restart, restarts, next_rephase, rephases, next_reduction, reductions;

    bool out_of_memory;
    bool traced;
    vector_t trace;
    void *block; /* the memory of all arrays above but the vectors and watches */
};

typedef enum { SETTLED, CONFLICTING, UNFINISHED } propagation_t;

/* cdcl/build.c */

/* Make the variables and constraints of a grid whose measures are known, and room for all that is
 * found out of them. False without memory. */
bool cdcl_build(cdcl_t *s, const uint8_t *cells);

/* Make room for all arrays, whose measures are known. False without memory. */
bool cdcl_make_room(cdcl_t *s);

/* Append a number; without memory set `out_of_memory` and leave the vector as it is. */
void cdcl_append(cdcl_t *s, vector_t *vector, int32_t item);

/* Return the variable of a candidate, or -1 where the candidate was none from the beginning. */
int32_t cdcl_variable(const cdcl_t *s, int32_t cell, int32_t symbol);

/* cdcl/model.c */

/* As `cdcl_build`, from a model. */
bool cdcl_build_model(cdcl_t *s, const uint8_t *cells, const int32_t *model, size_t length);

/* Add the clauses of a model, when all else is at its beginning. */
void cdcl_add_clauses(cdcl_t *s, const int32_t *model, size_t length);

/* cdcl/propagate.c */

/* Put an open literal on the trail; a false one is counted, and what that forces follows it. */
void cdcl_enqueue(cdcl_t *s, int32_t literal, int32_t reason);

/* Take literals from the trail until it is settled, a conflict (left in `conflict`) or a pause. */
propagation_t cdcl_propagate(cdcl_t *s);

void cdcl_open_level(cdcl_t *s);

void cdcl_backtrack(cdcl_t *s, int32_t level);

void cdcl_watch(cdcl_t *s, int32_t literal, int32_t clause, int32_t blocker);

/* cdcl/choose.c */

void cdcl_order_constraints(cdcl_t *s);

/* Let a constraint that was met in a conflict weigh more. */
void cdcl_gain_weight(cdcl_t *s, int32_t constraint);

/* Bump the variables in `seen_list`; older bumps fade by 4/5, constraints by 128/129. */
void cdcl_fade(cdcl_t *s);

int32_t cdcl_choose(cdcl_t *s);

/* cdcl/learn.c */

/* Make the learnt clause of the conflict in `clause`, the literal to assert first, a literal of
 * the level to jump back to second. The level must be above that of the assumptions. */
void cdcl_analyze(cdcl_t *s);

/* Fill `in_core` with the assumptions that lead to the conflict or, if there is one (not -1), make
 * that other assumption false, itself included. */
void cdcl_analyze_final(cdcl_t *s, int32_t refuted);

/* Store `clause` (two literals or more) and return its place. */
int32_t cdcl_store(cdcl_t *s);

/* Put a literal into `clause`, at level 0, unless it is false; a true one makes it SATISFIED. */
void cdcl_put(cdcl_t *s, int32_t literal);

void cdcl_add_clause(cdcl_t *s);

void cdcl_reduce(cdcl_t *s);

/* cdcl/walk.c */

/* Set the walk to its beginning; the key names its stream. */
void cdcl_start_walks(cdcl_t *s, const uint64_t *key);

/* Whether it is time to walk, once the search is at level 0. */
bool cdcl_is_walk_due(const cdcl_t *s);

/* Walk on, at level 0 and compressed; the phases are set to a solution that is found. */
void cdcl_walk(cdcl_t *s);

/* Walk no more: a solution was found, and others are near it. */
void cdcl_end_walks(cdcl_t *s);

/* cdcl/search.c */

void cdcl_schedule(cdcl_t *s);
