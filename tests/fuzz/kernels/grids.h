/* The houses of grids, and whether cells keep the rules, in the plainest way. */
#pragma once

#include <stdbool.h>

#include "subject.h"

/* Return whether two cells share a row, a column or a box. */
static inline bool share_house(int one, int other, int box_width, int box_height, int across)
{
    int width = box_width * across;
    int row = one / width, column = one % width, down = other / width, right = other % width;
    return row == down || column == right ||
           (row / box_height == down / box_height && column / box_width == right / box_width);
}

enum { MOST_SYMBOLS = 100 };

/* Return whether a grid is complete and no row, column or box has a symbol twice. */
static inline bool keeps_rules(const uint8_t *cells, int box_width, int box_height, int across,
                               int down)
{
    static _Thread_local uint8_t rows[MOST_SYMBOLS][MOST_SYMBOLS],
        columns[MOST_SYMBOLS][MOST_SYMBOLS];
    static _Thread_local uint8_t boxes[MOST_SYMBOLS][MOST_SYMBOLS];
    int n = box_width * box_height, width = box_width * across, height = box_height * down;
    for (int line = 0; line < n; line++) {
        memset(rows[line], 0, (size_t)n);
        memset(columns[line], 0, (size_t)n);
        memset(boxes[line], 0, (size_t)n);
    }
    for (int cell = 0; cell < width * height; cell++) {
        int row = cell / width, column = cell % width, symbol = cells[cell] - 1;
        int box = row / box_height * across + column / box_width;
        if (symbol < 0 || symbol >= n || rows[row][symbol]++ || columns[column][symbol]++ ||
            boxes[box][symbol]++)
            return false;
    }
    return true;
}
