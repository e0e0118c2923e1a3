/* The search for one 9x9 puzzle: its solutions one after the other, in the order that
 * sudokutools/solving/engines/propagate.py defines, the twin of this file. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "streams.h"
#include "work.h"

/* possible[s][b]: the cells of band b where symbol s + 1 may stand, bit 9 * (row in band) + column;
 * placed[b]: the cells that are filled. */
typedef struct {
    uint32_t possible[9][3], placed[3];
} bulk_position_t;

/* A position with a choice of placements (9 * cell + symbol - 1), the next to be tried last. */
typedef struct {
    bulk_position_t position;
    uint16_t option[9];
    int left;
} bulk_branch_t;

typedef struct {
    bulk_branch_t branch[81];
    int depth;
    bulk_position_t next; /* To be settled, where it is alive. */
    bool is_alive, is_random;
    stream_t stream;
    uint64_t steps; /* How many options were tried. */
} bulk_search_t;

/* Begin with 81 characters, '1' to '9' clues. With a stream the order is random: it is copied. */
void bulk_search_start(bulk_search_t *search, const unsigned char *cells, const stream_t *stream);

/* Write the next solution: SEARCH_SOLUTION, _NONE after the last, _PAUSED after `steps` options. */
int bulk_search_next(bulk_search_t *search, unsigned char *solution, uint64_t steps);
