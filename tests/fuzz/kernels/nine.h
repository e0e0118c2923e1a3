/* What targets know of 9x9 grids on their own, in plain lines, as an oracle for the kernels. */
#pragma once

#include <stdbool.h>

#include "core.h"
#include "generate/uniform.h"
#include "streams.h"
#include "work.h"

#include "subject.h"

/* The row, the column and the box of a cell. */
static inline int house_of(int cell, int kind)
{
    int row = cell / 9, column = cell % 9;
    return kind == 0 ? row : kind == 1 ? column : row / 3 * 3 + column / 3;
}

/* Whether no digit stands twice in a house; 81 signs, empty unless '1' to '9'. */
static inline bool keeps_rules(const uint8_t *cells)
{
    bool has[3][9][9] = {{{false}}};
    for (int cell = 0; cell < 81; cell++)
        for (int kind = 0; kind < 3 && cells[cell] >= '1' && cells[cell] <= '9'; kind++) {
            bool *seen = &has[kind][house_of(cell, kind)][cells[cell] - '1'];
            if (*seen)
                return false;
            *seen = true;
        }
    return true;
}

static inline int count_clues(const uint8_t *cells)
{
    int count = 0;
    for (int cell = 0; cell < 81; cell++)
        count += cells[cell] >= '1' && cells[cell] <= '9';
    return count;
}

/* Whether a grid is complete, keeps the rules and has the clues of a puzzle. */
static inline bool solves(const uint8_t *grid, const uint8_t *puzzle)
{
    for (int cell = 0; cell < 81; cell++)
        if (puzzle[cell] >= '1' && puzzle[cell] <= '9' && puzzle[cell] != grid[cell])
            return false;
    return count_clues(grid) == 81 && keeps_rules(grid);
}

/* Take a stream: its state is never all zeros, which it could not leave. */
static inline stream_t take_stream(input_t *input)
{
    stream_t stream;
    const uint64_t key[4] = {take(input, 4), 1, 2, 3};
    stream_start(&stream, key, 0);
    return stream;
}

/* Take a complete grid, '1' to '9'. */
static inline void take_grid(input_t *input, uint8_t cells[81])
{
    stream_t stream = take_stream(input);
    check(uniform_cells(3, 3, &stream, cells) == WORK_DONE);
    for (int cell = 0; cell < 81; cell++)
        cells[cell] = (uint8_t)(cells[cell] + '0');
}

/* Take the clues away whose bits are set in eleven bytes of the input: they become '.'. */
static inline void take_clues(input_t *input, uint8_t cells[81])
{
    uint8_t bits = 0;
    for (int cell = 0; cell < 81; cell++) {
        bits = cell % 8 ? bits >> 1 : take_byte(input);
        if (bits & 1)
            cells[cell] = '.';
    }
}

/* Find core number `at`, counted round. */
static inline core_t some_core(int at)
{
    size_t count = 0;
    core_t core;
    while (core_at(count, &core))
        count++;
    core_at((size_t)at % count, &core);
    return core;
}

/* A check that ends work when it has been asked so often. */
static inline bool is_enough(void *left) { return --*(int *)left < 0; }
