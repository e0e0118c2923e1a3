/* Puzzles from many complete 9x9 grids side by side. */
#ifndef SUDOKUTOOLS_DIG_DIG_H
#define SUDOKUTOOLS_DIG_DIG_H

#include <stdbool.h>

#include "bulk/bulk.h"
#include "streams.h"

/* How hard a puzzle shall be; sudokutools/masking/difficulty.py says how it is compared. Ratings
 * are in tenths, techniques numbered as in rate/rate.h. */
typedef struct {
    int low, high;
    int stop_above;      /* No puzzle is rated further than to a step above it. */
    bool is_lower_bound; /* Every rating from `low` up is wanted. */
    int technique;       /* That of the hardest step; -1: any. */
    bool is_easy;        /* Whether it holds puzzles that nearly every grid gives on the way. */
} dig_difficulty_t;

/* What is asked for. Orbits are sets of cells that are emptied together: orbit k has the cells
 * cells[first[k]] to cells[first[k + 1] - 1]; all together are the 81 cells, each once. */
typedef struct {
    bulk_solver_t *solve;
    int orbits;
    unsigned char first[82], cells[81];
    int clues; /* The number wanted, which the orbits can make, or one of the following. */
    int tries; /* At least 1. */
    const dig_difficulty_t *difficulty; /* NULL: any. Otherwise rate_prepare() has been called. */
    bool accepts_easier; /* Where no try is hard enough the hardest of the puzzles will do. */
} dig_request_t;

/* Empty an orbit of a puzzle, or give its cells the clues of the grid back. */
static inline void dig_set_orbit(const dig_request_t *request, int orbit, const unsigned char *grid,
                                 unsigned char puzzle[81])
{
    for (int k = request->first[orbit]; k < request->first[orbit + 1]; k++)
        puzzle[request->cells[k]] = grid ? grid[request->cells[k]] : '.';
}

/* In the place of a number of clues. */
enum {
    DIG_MINIMAL = -1,      /* No clue can be left out. */
    DIG_DEEP = -2,         /* Dug as deep as the difficulty allows. */
    DIG_ORBIT_MINIMAL = -3 /* No orbit can be left out. */
};

enum { DIG_MISSED, DIG_MET, DIG_EASIER };

/* A grid and its puzzle, 81 characters each. */
typedef struct {
    const unsigned char *grid; /* Complete, and breaking no rule. */
    stream_t stream;           /* in and out */
    unsigned char puzzle[81];  /* out; an empty cell is a dot */
    int met;                   /* out: DIG_MISSED, DIG_MET or DIG_EASIER */
    int clues;                 /* out: the fewest clues that were reached */
    bool is_rated;             /* out: whether any puzzle was rated */
    int rating, technique;     /* out: of the hardest that was too easy; -1: there was none */
    int tries;                 /* out: the tries that it took */
} dig_grid_t;

/* Make puzzles with one solution; how is defined in sudokutools/masking/dig.py, the twin of this
 * file. WORK_DONE, WORK_NO_MEMORY or WORK_STOPPED. The puzzle of a grid depends on the grid, its
 * stream and the request alone. */
int dig(const dig_request_t *request, dig_grid_t *grids, size_t count, check_t *check,
        void *context);

#endif
