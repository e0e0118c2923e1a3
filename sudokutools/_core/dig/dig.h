/* Puzzles from many complete 9x9 grids side by side. */
#pragma once

#include "dig/request.h"
#include "streams.h"

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
