/* The human technique ladder on 9x9 grids, plain ones here: Sudoku Explainer's ratings ER, EP and
 * ED.
 *
 * A puzzle is solved step by step: the first technique of a fixed list that yields anything
 * decides, exactly one hint is applied, then the list starts again. ER is the highest rating of a
 * step, EP the highest up to the first placement, ED the rating of the first step.
 * sudokutools/logic/ is the readable twin: both take the same steps.
 *
 * Compiled once more, with RATE_VARIANT, it is the ladder of 9x9 variants: rate/variant.h.
 *
 * A rater is one state with all its scratch memory. Raters share nothing that changes, so each
 * thread uses its own. Ratings are whole tenths: 66 is 6.6. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "rate/techniques.h"
#include "work.h"

#define RATE_ENUMERATE(id, name, least, find, kind) RATE_##id,
enum rate_technique { RATE_TECHNIQUES(RATE_ENUMERATE) RATE_TECHNIQUE_COUNT };

enum rate_kind {
    RATE_SINGLE,  /* It looks at the grid as the last step left it. */
    RATE_PATTERN, /* Of the others it is known what changed since they last searched in vain. */
    RATE_CHAIN    /* Such a one may pass over hints that are rated above the rater's bound. */
};

typedef struct rate rate_t;

typedef struct {
    const char *name;
    int least;
    bool (*find)(rate_t *rater);
    enum rate_kind kind;
} rate_row_t;

extern const rate_row_t rate_rows[RATE_TECHNIQUE_COUNT];

/* One step: a placement (cell 0..80, digit 0..8), or else (cell -1) removals. */
typedef struct {
    int technique;
    int rating;
    int complexity; /* Of chains the number of nodes; otherwise 0. */
    int source;     /* Of chains with branches the candidate (9 * cell + digit) where the search met
                       them: the assumption, or the first of a house or cell; otherwise -1. */
    int cell, digit;
    int count;           /* Cells that lose candidates. */
    uint8_t cells[81];   /* Each once, */
    uint16_t digits[81]; /* with the candidates it loses, bit d for digit d + 1. */
} rate_step_t;

/* How a rating ended, besides WORK_STOPPED and WORK_NO_MEMORY. */
enum rate_status {
    RATE_SOLVED, /* The ratings hold. */
    RATE_ABOVE,  /* ER is above the limit, and `er` is a lower bound; the rest is open. */
    RATE_STUCK,  /* No technique applies: 20.0 by the rules. Does not happen with one solution. */
    RATE_INVALID /* Two equal clues see each other. */
};

typedef struct {
    int status;
    int er, ep, ed;
    int hardest; /* The technique of the first step rated er; -1: no step. */
    int steps;
    int first_hard, first_technique; /* The first step that is not a single, from 1; 0, -1: none. */
    uint16_t uses[RATE_TECHNIQUE_COUNT];
} rate_result_t;

/* Shortcuts that change no answer; see each file for the reason. Tests turn them off one by one. */
enum rate_shortcut {
    RATE_REMEMBER = 1 << 0,       /* Search only changes since the last search in vain. */
    RATE_PRUNE_LOOPS = 1 << 1,    /* Walk loops only over cells that can lie on one. */
    RATE_PRUNE_ALIGNED = 1 << 2,  /* Form groups only of cells with two common excluders. */
    RATE_STATIC_BITS = 1 << 3,    /* Static chains of all sources at once, by sets. */
    RATE_NISHIO_SINGLES = 1 << 4, /* Nishio chains only where singles find a contradiction. */
    RATE_REACH = 1 << 5,          /* Multiple chains only where branches share a consequence. */
    RATE_BOUND = 1 << 6,          /* Drop closures too large to beat the best hint. */
    RATE_PLUS_CHANGED = 1 << 7,   /* Plus rules only on houses that lost a candidate. */
    RATE_NESTED_BITS = 1 << 8,    /* Nested static chains only from sources that have one. */
    RATE_RESUME = 1 << 9,         /* Continue dynamic branches of one level at the next. */
    RATE_SHARE = 1 << 10,         /* What one technique of a step has found serves the others. */
    RATE_EARLY_BUG = 1 << 11,     /* No BUG where cells with extra digits have no common peer. */
    RATE_ALL_SHORTCUTS = (1 << 12) - 1
};

/* The missing cells of a house that has fewer than nine. */
#define NO_CELL 81

/* How many houses a geometry, and one cell, may have. */
#define RATE_MOST_HOUSES 63
#define RATE_MOST_TYPES 12

/* Houses of cells, and pairs of cells that differ though they share no house. The first 27 houses
 * are regions, columns and rows, as the tables number them (rate/grid.h). */
typedef struct {
    const uint8_t (*houses)[9];
    int house_count;
    const uint8_t (*pairs)[2];
    int pair_count;
} rate_geometry_t;

#ifdef RATE_VARIANT
/* The next puzzles of a rater have this geometry. `has_uniqueness`: a second way to fill a pattern
 * that houses alone allow contradicts uniqueness. */
void rate_set_geometry(rate_t *rater, const rate_geometry_t *geometry, bool has_uniqueness);
#else
/* Make the tables that all raters read, once. Call it before any other function. */
void rate_prepare(void);
#endif

rate_t *rate_new(void);
void rate_free(rate_t *rater);

void rate_set_shortcuts(rate_t *rater, unsigned shortcuts);

/* Call check(context) every few milliseconds; when it returns true, rating ends WORK_STOPPED. */
void rate_set_check(rate_t *rater, check_t *check, void *context);

/* Rate the puzzle of 81 cells (0 empty, 1..9). Rating ends with RATE_ABOVE as soon as ER is known
 * to pass stop_above: at a step, or before a technique whose lowest rating does. Each step is
 * handed to `record` (may be NULL) before it is applied. With `candidates` (may be NULL: all; bit d
 * for digit d + 1) cells hold no others from the beginning. Any grid is safe; the result means
 * something only for puzzles with exactly one solution, which is not tested. Returns
 * result->status. */
int rate_puzzle(rate_t *rater, const uint8_t cells[81], const uint16_t candidates[81],
                int stop_above, void (*record)(void *context, const rate_step_t *step),
                void *context, rate_result_t *result);
