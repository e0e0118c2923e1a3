/* Two kinds of unavoidable sets, which need no search: what exchanges two things and leaves a grid.
 *
 *     two symbols                     two rows of a band
 *     . 4 . | . 7 .                   . 4 . | 7 . 2       each column of the set has the same
 *     . 7 . | . 4 .                   . 7 . | 2 . 4       symbols above and below, so that the
 *     ------+------                   ------+------       two rows can be exchanged in them
 *
 * The cells of two symbols fall into parts: cells that share a row, a column or a box belong
 * together. Exchanging the symbols in one part gives another grid. The columns of two rows of a
 * band fall into cycles: from a column to the one that has above what the first has below. Columns
 * and stacks are the same with the grid turned over.
 *
 * If a puzzle has a clue in only one cell of such a set, this clue is needed. That tells 8 of 10
 * needed clues of 17-clue puzzles, and 4 to 5 of 10 of those of minimal puzzles in general, without
 * a search. The sets are followed from a clue, and only until another clue is met, which is soon:
 * to list them all first takes three times as long. (Unavoidable sets: Gary McGuire, Bastian
 * Tugemann and Gilles Civario, "There is no 16-clue sudoku", Experimental Mathematics 23, 2014.) */
#include "bulk/unavoidable.h"

void unavoidable_start(unavoidable_t *sets, const unsigned char *grid)
{
    for (int cell = 0; cell < 81; cell++) {
        int symbol = grid[cell] - '1', row = cell / 9, column = cell % 9;
        int box = row / 3 * 3 + column / 3;
        sets->symbol[cell] = (uint8_t)symbol;
        sets->column_in_row[symbol][row] = (uint8_t)column;
        sets->box_in_row[symbol][row] = (uint8_t)box;
        sets->row_in_column[symbol][column] = sets->row_in_box[symbol][box] = (uint16_t)(1U << row);
    }
    for (int k = 0; k < 9; k++)
        sets->rows_of_symbol[k] = sets->columns_of_row[k] = sets->rows_of_column[k] = 0x1ff;
}

/* Whether the part of symbols a and b to which a's cell in a row belongs has no other clue. A row
 * stands for the two cells there; it leads to the rows where b shares a house with its a. */
static bool is_last_of_symbols(const unavoidable_t *sets, int a, int b, int row)
{
    unsigned part = 1U << row, fresh = part;
    unsigned clues = sets->rows_of_symbol[a] | sets->rows_of_symbol[b];
    if (sets->rows_of_symbol[b] & part)
        return false;
    while (fresh) {
        int node = __builtin_ctz(fresh);
        unsigned linked = sets->row_in_column[b][sets->column_in_row[a][node]] |
                          sets->row_in_box[b][sets->box_in_row[a][node]];
        linked &= ~part;
        if (linked & clues)
            return false;
        part |= linked;
        fresh = (fresh & (fresh - 1)) | linked;
    }
    return true;
}

/* Whether the cycle of rows a and b to which a's cell in a column belongs has no other clue. */
static bool is_last_of_rows(const unavoidable_t *sets, int a, int b, int column)
{
    unsigned clues = sets->columns_of_row[a] | sets->columns_of_row[b];
    if (sets->columns_of_row[b] >> column & 1)
        return false;
    for (int next = column;;) {
        next = sets->column_in_row[sets->symbol[9 * b + next]][a];
        if (next == column)
            return true;
        if (clues >> next & 1)
            return false;
    }
}

/* The same for columns a and b, and a's cell in a row. */
static bool is_last_of_columns(const unavoidable_t *sets, int a, int b, int row)
{
    unsigned clues = sets->rows_of_column[a] | sets->rows_of_column[b];
    if (sets->rows_of_column[b] >> row & 1)
        return false;
    for (int next = row;;) {
        next = __builtin_ctz(sets->row_in_column[sets->symbol[9 * next + b]][a]);
        if (next == row)
            return true;
        if (clues >> next & 1)
            return false;
    }
}

bool unavoidable_needs(const unavoidable_t *sets, int cell)
{
    int row = cell / 9, column = cell % 9, symbol = sets->symbol[cell];
    for (int other = row / 3 * 3; other < row / 3 * 3 + 3; other++)
        if (other != row && is_last_of_rows(sets, row, other, column))
            return true;
    for (int other = column / 3 * 3; other < column / 3 * 3 + 3; other++)
        if (other != column && is_last_of_columns(sets, column, other, row))
            return true;
    for (int other = 0; other < 9; other++)
        if (other != symbol && is_last_of_symbols(sets, symbol, other, row))
            return true;
    return false;
}
