/* Maps of cages that cover a complete grid: how they grow, and how they change.
 * sudokutools/masking/cage_map.py defines it to the letter and is the twin of this folder. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "streams.h"

enum { CAGES_MOST_SYMBOLS = 100 };

typedef struct {
    const uint8_t *symbols; /* rows * columns, from 1 to n, row by row; borrowed in the beginning */
    int rows, columns, n;
    int low, high; /* how many cells a cage has: 1 <= low <= high <= n */
    int weight;    /* of large cages */
    int share;     /* the minimum percentage of cages of three or more cells */
} cages_task_t;

typedef struct cage_map cage_map_t;

/* Return a map that covers the grid; NULL: no memory. */
cage_map_t *cage_map_new(const cages_task_t *task, stream_t *stream);
void cage_map_free(cage_map_t *map);
int cage_map_size(const cage_map_t *map);
int cage_map_n(const cage_map_t *map);
const uint8_t *cage_map_symbols(const cage_map_t *map);

/* Regrow as many cages as the grid has rows so that their sums leave less room. */
void cage_map_ease(cage_map_t *map, stream_t *stream);

/* Regrow cages until no other solution known has their sums; `other`, which is not the grid, is
 * known from now on. Return 1 if that was done, 0 if not, -1: no memory. */
int cage_map_rule_out(cage_map_t *map, const uint8_t *other, stream_t *stream);

/* Return the number of the cage of each cell; which numbers these are means nothing. */
const uint16_t *cage_map_owner(const cage_map_t *map);
