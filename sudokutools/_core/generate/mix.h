/* Random complete grids of any geometry: a construction and a Markov chain.
 * sudokutools/generating/mix.py has the method, its proof and its limits, and is the twin of this
 * file; both draw the same grids. */
#pragma once

#include "streams.h"

enum { MIX_MAX = 100 };

typedef struct {
    int box_width, box_height, boxes_across, boxes_down;
    int n, rows, columns;
    struct {
        int move, groups, size;
    } kinds[3];
    int kind_count;
    uint8_t box_row[MIX_MAX], stack[MIX_MAX]; /* the first box of a row; the stack of a column */
    uint8_t cells[MIX_MAX][MIX_MAX];          /* [row][column], symbols from 0 */
    /* Where a symbol is, MIX_MAX or more where it is not: [symbol][row] its column,
     * [symbol][column] its row, [symbol][box] its row. */
    uint8_t in_row[MIX_MAX][MIX_MAX], in_column[MIX_MAX][MIX_MAX], in_box[MIX_MAX][MIX_MAX];
    /* Room for the construction: [band][column][symbol]. */
    uint8_t holds[MIX_MAX][MIX_MAX][MIX_MAX];
} mix_t;

void mix_start(mix_t *mix, int box_width, int box_height, int boxes_across, int boxes_down);

void mix_construct(mix_t *mix, stream_t *stream);

void mix_moves(mix_t *mix, stream_t *stream, uint64_t moves);

void mix_cells(const mix_t *mix, uint8_t *cells);
