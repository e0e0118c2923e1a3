/* Random maps of connected regions. sudokutools/generating/regions.py defines how they are drawn
 * and is the twin of this file. */
#pragma once

#include "streams.h"

#include <stdint.h>

enum { REGIONS_MAX = 100 };

/* A map on its way: the region of each cell, row by row. The rest is used by each exchange. */
typedef struct {
    int n;
    uint8_t region[REGIONS_MAX * REGIONS_MAX];
    uint16_t touching[REGIONS_MAX];
    uint16_t reached[REGIONS_MAX];
    uint8_t is_reached[REGIONS_MAX * REGIONS_MAX];
} regions_t;

/* Begin with the boxes of n symbols, `box_width` cells wide; 2 <= n <= REGIONS_MAX. */
void regions_start(regions_t *map, int n, int box_width);

/* Exchange cells of touching regions `count` times. */
void regions_exchange(regions_t *map, stream_t *stream, int count);

/* Number the regions by first appearance. */
void regions_number(regions_t *map);
