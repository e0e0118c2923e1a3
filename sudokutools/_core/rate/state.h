/* The state of a rater: the grid, the data of singles, changes since each technique last searched
 * in vain, and the scratch memory of the chains.
 *
 *     rate/ladder.c        the ladder: order, limits, the three ratings
 *     rate/singles.c       last cells, hidden and naked singles
 *     rate/locking.c       pointing and claiming, direct and indirect
 *     rate/subsets.c       hidden and naked pairs, triples and quads
 *     rate/fish.c          X-Wing, Swordfish, Jellyfish
 *     rate/wings.c         XY-Wing, XYZ-Wing
 *     rate/loops.c         unique rectangles and loops
 *     rate/bug.c           bivalue universal graves
 *     rate/exclusion.c     aligned pair and triple exclusion
 *     rate/static.c        X-, Y- and XY-chains and cycles: by sets
 *     rate/sets.c          the tables of sets for that
 *     rate/paths.c         the same: by walking paths
 *     rate/filter.c        which sources need that inside nested levels
 *     rate/propagation.c   the consequences of one candidate put on or off
 *     rate/branching.c     the memory for that
 *     rate/forcing.c       cell, region, contradiction and double chains
 *     rate/nishio.c        Nishio chains
 *     rate/hodoku.c        the ladder of HoDoKu
 *     rate/patterns.c      some of its techniques
 *     rate/nested.c        further eliminations inside dynamic chains
 *     rate/variant.c        all of these for variants */
#pragma once

#include "rate/rate.h"
#include "rate/chains.h"
#include "rate/grid.h"
#include "rate/hodoku.h"

#pragma GCC visibility push(hidden)

/* A test that depends on one digit (one house) alone gives the same answer until a candidate of
 * that digit (in that house) goes. For each such technique the digits or houses are kept that have
 * changed since they were last searched in vain; the others need no look. */
enum rate_memory {
    CHANGED_LOCKING, /* From here by digit, */
    CHANGED_X_WING,
    CHANGED_SWORDFISH,
    CHANGED_JELLYFISH,
    CHANGED_X_CHAIN,
    CHANGED_NISHIO,
    CHANGED_HIDDEN_PAIR, /* from here by house. */
    CHANGED_HIDDEN_TRIPLE,
    CHANGED_HIDDEN_QUAD,
    CHANGED_NAKED_PAIR,
    CHANGED_NAKED_TRIPLE,
    CHANGED_NAKED_QUAD,
    CHANGED_COUNT
};

/* Cells among which two digits make no loop, and of all cells that have changed since. */
typedef struct {
    board_t cells, changed;
} loops_known_t;

/* Singles in the order in which they arose: 9 * cell + digit. Three houses of a candidate that goes
 * may have one place left. */
typedef struct {
    int first, end;
    uint16_t items[3 * MAX_CANDIDATES];
} hodoku_queue_t;

typedef struct {
    hodoku_queue_t singles[2]; /* Naked, hidden. */
    hodoku_result_t told;
} hodoku_t;

struct rate {
    rate_grid_t grid;
    int left;                          /* Empty cells. */
    houses_t one[9], two[9];           /* Houses with exactly one, two places of a digit. */
    houses_t last;                     /* Complete houses with exactly one empty cell. */
    board_t single, bivalue, trivalue; /* Cells with one, two, three candidates. */

    houses_t touched_digits, touched_houses; /* Changed since the last step that was no single. */
    board_t touched_cells;
    houses_t changed[CHANGED_COUNT];
    board_t changed_pairs, changed_triples; /* Cells changed since aligned exclusion failed. */
    board_t changed_loops;                  /* Cells changed since loops were searched. */
    loops_known_t loops_known[81];          /* By the two digits: rate/loops.c */
    uint64_t locked[9]; /* Per digit the locked sets that remove something: rate/locking.c */
    houses_t with_hidden_pair, with_hidden_triple; /* Houses that hold one. */

    rate_step_t step;
    int bound; /* Chains rated above it need not be found. */
    unsigned shortcuts;
    rate_chains_t *chains;

#ifdef RATE_VARIANT
    rate_tables_t *tables;
    struct meeting *meetings; /* rate/variant_locking.h, in the order in which they are tried. */
    int meeting_count;
    bool has_uniqueness; /* Whether two ways to fill a pattern of houses prove anything. */
#else
    hodoku_t hodoku;
#endif

    check_t *check;
    void *check_context;
    unsigned work; /* Units of work done, for the check. */
    bool stopped, no_memory;
};

/* Whether techniques that rely on uniqueness hold. */
static inline bool has_uniqueness(const rate_t *r)
{
#ifdef RATE_VARIANT
    return r->has_uniqueness;
#else
    (void)r;
    return true;
#endif
}

/* Every producer looks for its first or best hint, fills r->step and returns true, or returns
 * false. A step that is found removes a candidate that is there or fills an empty cell. */
#define RATE_DECLARE(id, name, least, find, kind) RATE_LOCAL bool find(rate_t *r);
RATE_TECHNIQUES(RATE_DECLARE)

/* Load a puzzle, forgetting earlier searches; false if two equal clues see each other. */
RATE_LOCAL bool rate_begin(rate_t *r, const uint8_t cells[81]);

/* Count a cell as filled; its digit stays a candidate of its peers. */
RATE_LOCAL void rate_fill(rate_t *r, int cell, int digit);

/* Bring the houses with one and two places of a digit up to date. */
RATE_LOCAL void rate_recount(rate_t *r, int digit);

/* No single is left: hand the touched cells to each technique's memory, and count the cells. */
RATE_LOCAL void rate_settle(rate_t *r);

/* Make r->step the conclusion of a chain's hint; returns true. */
RATE_LOCAL bool rate_chain_step(rate_t *r, int technique, const hint_t *hint);

/* Take up a locked set: the places of a digit in the first house lie in the second.
 * True: enough. */
typedef bool locked_use_t(void *context, int digit, int first, int second);

/* Hand the locked sets of some digits that remove something to `use`, in the prescribed order,
 * until it returns true; return whether it did. */
RATE_LOCAL bool locked_sets(const rate_t *r, const rate_grid_t *grid, unsigned digits,
                            locked_use_t *use, void *context);

/* Techniques of HoDoKu. `of` is the size of a pattern, or selects one of several. */
enum { HODOKU_SKYSCRAPER, HODOKU_KITE, HODOKU_TURBOT };
bool hodoku_bug(rate_t *r, int of);
bool hodoku_empty_rectangle(rate_t *r, int of);
bool hodoku_remote_pair(rate_t *r, int of);
bool hodoku_two_pairs(rate_t *r, int of);
bool hodoku_w_wing(rate_t *r, int of);
bool hodoku_wing(rate_t *r, int technique);

/* Find the first locked set, by houses, then digits. `of` holds directions, a bit each; those of the
 * lower four bits come first. */
bool locked_in_houses(rate_t *r, int of);

/* Begin r->step: nothing placed, nothing removed yet, rated as low as the technique can be. */
static inline void step_begin(rate_t *r, int technique)
{
    r->step.technique = technique;
    r->step.rating = rate_rows[technique].least;
    r->step.complexity = 0;
    r->step.source = -1;
    r->step.cell = r->step.digit = -1;
    r->step.count = 0;
}

/* Make r->step a placement; return true, as a producer does. */
static inline bool step_place(rate_t *r, int technique, int cell, int digit)
{
    step_begin(r, technique);
    r->step.cell = cell;
    r->step.digit = digit;
    return true;
}

/* Add to r->step the removal of the digits that are candidates of the cell. */
static inline void step_remove(rate_t *r, int cell, unsigned digits)
{
    digits &= r->grid.candidates[cell];
    if (!digits)
        return;
    r->step.cells[r->step.count] = (uint8_t)cell;
    r->step.digits[r->step.count++] = (uint16_t)digits;
}

static inline void step_remove_all(rate_t *r, board_t cells, unsigned digits)
{
    for (; cells; cells &= cells - 1)
        step_remove(r, board_first(cells), digits);
}

/* Make r->step the eliminations of a locked set; a locked_use_t. */
static inline bool step_locked(void *context, int digit, int first, int second)
{
    rate_t *r = context;
    board_t rest = rate_tables.house_board[second] & ~rate_tables.house_board[first];
    step_begin(r, first < COLUMNS ? RATE_POINTING : RATE_CLAIMING);
    step_remove_all(r, rest & r->grid.cells[digit], 1u << digit);
    return true;
}

/* Make r->step the removal of digits from cells; false if they hold none. */
static inline bool step_take(rate_t *r, board_t cells, unsigned digits)
{
    step_begin(r, 0);
    step_remove_all(r, cells, digits);
    return r->step.count > 0;
}

static inline bool uses(const rate_t *r, unsigned shortcut)
{
    return (r->shortcuts & shortcut) != 0;
}

/* Count a unit of work (a step, a propagation: microseconds); return true when work has to end. */
static inline bool rate_work(rate_t *r)
{
    if (++r->work % 256 == 0 && r->check && r->check(r->check_context))
        r->stopped = true;
    return r->stopped || r->no_memory;
}

#pragma GCC visibility pop
