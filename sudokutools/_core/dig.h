/* Puzzles from many complete 9x9 grids side by side. */
#ifndef SUDOKUTOOLS_DIG_H
#define SUDOKUTOOLS_DIG_H

#include "bulk.h"
#include "streams.h"

/* What is asked for. Orbits are sets of cells that are emptied together: orbit k has the cells
 * cells[first[k]] to cells[first[k + 1] - 1]; all together are the 81 cells, each once. */
typedef struct {
    bulk_solver *solve;
    const uint64_t *key; /* Of the streams of the records. */
    int orbits;
    unsigned char first[82], cells[81];
    int clues; /* The number wanted, which the orbits can make; -1: minimal puzzles. */
    int tries; /* At least 1. */
} dig_request;

/* A grid and its puzzle, 81 characters each. */
typedef struct {
    const unsigned char *grid; /* Complete, and breaking no rule. */
    uint64_t record;           /* The number of its stream. */
    unsigned char puzzle[81];  /* out; an empty cell is a dot */
    int met;                   /* out: whether the request is met */
    int clues;                 /* out: the fewest clues that were reached */
    int tries;                 /* out: the tries that it took */
} dig_grid;

/* Make puzzles with one solution; how is defined in sudokutools/mask.py, the twin of this file.
 * BULK_DONE, BULK_NO_MEMORY or BULK_STOPPED. The puzzle of a grid depends on the grid, its record
 * and the request alone. */
int dig(const dig_request *request, dig_grid *grids, size_t count, bulk_check *check,
        void *context);

#endif
