/* The properties of puzzles to dig. */
#pragma once

#include <stdbool.h>

#include "bulk/bulk.h"

/* The requested difficulty; sudokutools/masking/difficulty.py defines the comparison. Ratings
 * are in tenths, techniques numbered as in rate/rate.h. */
typedef struct {
    int low, high;
    int stop_above;      /* No puzzle is rated further than to a step above it. */
    bool is_lower_bound; /* Every rating from `low` up is wanted. */
    int technique;       /* That of the hardest step; -1: any. */
    bool is_easy;        /* Whether it holds puzzles that nearly every grid gives on the way. */
    int least;           /* For beginners: the minimum of clues, one in each box; otherwise 0. */
} dig_difficulty_t;

/* The request. Orbits are sets of cells that are emptied together: orbit k has the cells
 * cells[first[k]] to cells[first[k + 1] - 1]. No cell is in two of them; one in none keeps its
 * clue, which may be redundant: with DIG_MINIMAL that is so only if each orbit is a cell. */
typedef struct {
    bulk_solver_t *solve;
    int orbits;
    unsigned char first[82], cells[81];
    int clues; /* The number wanted, which the orbits can make, or one of the following. */
    int tries; /* 1 or more. */
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
