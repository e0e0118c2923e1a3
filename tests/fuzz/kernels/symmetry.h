/* Symmetries of a geometry, drawn, done to grids. */
#pragma once

#include <stdbool.h>

#include "subject.h"
#include "streams.h"

enum { MOST_LINES = 16 };

/* Put things in any order. */
static inline void shuffle(stream_t *stream, uint8_t *things, int count)
{
    for (int last = count - 1; last > 0; last--) {
        int other = (int)stream_below(stream, (uint64_t)last + 1);
        uint8_t swap = things[last];
        things[last] = things[other];
        things[other] = swap;
    }
}

/* Draw an order of lines that stay together in groups of `size`. */
static inline void order_lines(stream_t *stream, int groups, int size, uint8_t *order)
{
    uint8_t group[MOST_LINES], within[MOST_LINES];
    for (int k = 0; k < groups; k++)
        group[k] = (uint8_t)k;
    shuffle(stream, group, groups);
    for (int g = 0; g < groups; g++) {
        for (int k = 0; k < size; k++)
            within[k] = (uint8_t)(size * group[g] + k);
        shuffle(stream, within, size);
        memcpy(order + size * g, within, (size_t)size);
    }
}

/* Do a random symmetry to cells from 0 to the number of symbols. Transpositions only where boxes
 * are square and as many across as down. */
static inline void transform(stream_t *stream, const int box[2], const int boxes[2],
                             const uint8_t *from, uint8_t *to)
{
    uint8_t row[MOST_LINES], column[MOST_LINES], label[MOST_LINES * MOST_LINES + 1];
    int columns = box[0] * boxes[0], rows = box[1] * boxes[1];
    order_lines(stream, boxes[1], box[1], row);
    order_lines(stream, boxes[0], box[0], column);
    label[0] = 0;
    for (int k = 1; k <= box[0] * box[1]; k++)
        label[k] = (uint8_t)k;
    shuffle(stream, label + 1, box[0] * box[1]);
    bool turns = box[0] == box[1] && boxes[0] == boxes[1] && stream_below(stream, 2);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            to[turns ? c * rows + r : r * columns + c] = label[from[row[r] * columns + column[c]]];
}
