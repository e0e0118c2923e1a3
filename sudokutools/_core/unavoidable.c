/* Two kinds of unavoidable sets, which need no search: what exchanges two things and leaves a grid.
 *
 *     two symbols                     two rows of a band
 *     . 4 . | . 7 .                   . 4 . | 7 . 2       each column of the set has the same
 *     . 7 . | . 4 .                   . 7 . | 2 . 4       symbols above and below, so that the
 *     ------+------                   ------+------       two rows can be exchanged in them
 *
 * The cells of two symbols fall into parts: cells that share a row, a column or a box belong
 * together. Exchanging the symbols in one part gives another grid. The columns of two rows of a band
 * fall into cycles: from a column to the one that has above what the first has below. Columns
 * and stacks are the same with the grid turned over.
 *
 * If a puzzle has a clue in only one cell of such a set, this clue is needed. That tells 8 of 10
 * needed clues of 17-clue puzzles, and 4 to 5 of 10 of those of minimal puzzles in general, without
 * a search. (Unavoidable sets: Gary McGuire, Bastian Tugemann and Gilles Civario,
 * "There is no 16-clue sudoku", Experimental Mathematics 23, 2014.) */
#include "unavoidable.h"

#include <string.h>

/* Add the parts of a pair to the sets: nine nodes of two cells each, and for each node those that
 * it is linked to, as bits. Return the number of the next set. */
static int add_parts(unavoidable *sets, int next, const unsigned linked[9], uint8_t cells[9][2],
                     uint8_t slot[81])
{
    for (unsigned rest = 511; rest; next++) {
        /* Links are cycles: whatever leads to a node is reached from it, too. */
        unsigned part = rest & -rest;
        for (unsigned fresh = part; fresh;) {
            int node = __builtin_ctz(fresh);
            fresh = (fresh & (fresh - 1)) | (linked[node] & ~part);
            part |= linked[node];
            for (int k = 0; k < 2; k++) {
                int cell = cells[node][k];
                sets->of_cell[cell][slot[cell]++] = (uint8_t)next;
                sets->left[next]++;
                sets->joined[next] ^= (uint8_t)cell;
            }
        }
        rest &= ~part;
    }
    return next;
}

/* Add the parts of every two symbols: a node is a row. */
static int add_symbols(unavoidable *sets, int next, const unsigned char *grid, uint8_t slot[81])
{
    uint8_t cell_in_row[9][9], row_in_column[9][9], row_in_box[9][9]; /* [symbol][house] */
    for (int cell = 0; cell < 81; cell++) {
        int symbol = grid[cell] - '1', row = cell / 9;
        cell_in_row[symbol][row] = (uint8_t)cell;
        row_in_column[symbol][cell % 9] = (uint8_t)row;
        row_in_box[symbol][row / 3 * 3 + cell % 9 / 3] = (uint8_t)row;
    }
    for (int a = 0; a < 9; a++)
        for (int b = a + 1; b < 9; b++) {
            unsigned linked[9] = {0};
            uint8_t cells[9][2];
            for (int k = 0; k < 9; k++) {
                linked[row_in_column[a][k]] |= 1U << row_in_column[b][k];
                linked[row_in_box[a][k]] |= 1U << row_in_box[b][k];
                cells[k][0] = cell_in_row[a][k];
                cells[k][1] = cell_in_row[b][k];
            }
            next = add_parts(sets, next, linked, cells, slot);
        }
    return next;
}

/* Add the cycles of every two lines of a band: a node is a place in the line. `across` is the
 * distance of cells in a line, `along` that of lines. */
static int add_lines(unavoidable *sets, int next, const unsigned char *grid, uint8_t slot[81],
                     int across, int along)
{
    for (int pair = 0; pair < 9; pair++) {
        int a = pair / 3 * 3 + (pair % 3 == 2), b = pair / 3 * 3 + (pair % 3 == 0 ? 1 : 2);
        unsigned linked[9];
        uint8_t cells[9][2], place[9];
        for (int k = 0; k < 9; k++) {
            cells[k][0] = (uint8_t)(a * along + k * across);
            cells[k][1] = (uint8_t)(b * along + k * across);
            place[grid[cells[k][0]] - '1'] = (uint8_t)k;
        }
        for (int k = 0; k < 9; k++)
            linked[k] = 1U << place[grid[cells[k][1]] - '1'];
        next = add_parts(sets, next, linked, cells, slot);
    }
    return next;
}

void unavoidable_find(unavoidable *sets, const unsigned char *grid)
{
    uint8_t slot[81] = {0};
    memset(sets, 0, sizeof *sets);
    int next = add_symbols(sets, 0, grid, slot);
    next = add_lines(sets, next, grid, slot, 1, 9);
    add_lines(sets, next, grid, slot, 9, 1);
}
