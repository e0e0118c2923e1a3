/* Two kinds of unavoidable sets, which need no search: what exchanges two things and leaves a grid.
 *
 *     two symbols                     two rows of a band
 *     . 4 . | . 7 .                   . 4 . | 7 . 2       each column of the set has the same
 *     . 7 . | . 4 .                   . 7 . | 2 . 4       symbols above and below, so that the
 *     ------+------                   ------+------       two rows can be exchanged in them
 *
 * The cells of two symbols fall into parts: cells that share a row, a column or a box belong
 * together. Exchanging the symbols in one part gives another grid. The columns of two rows of a
 * band fall into cycles: from a column to the one whose upper symbol is the lower symbol of the
 * first. Columns and stacks are the same with the grid turned over.
 *
 * If a puzzle has a clue in only one cell of such a set, this clue is needed. That finds 8 of 10
 * needed clues of 17-clue puzzles, and 4 to 5 of 10 of minimal puzzles in general, without a
 * search. (Unavoidable sets: Gary McGuire, Bastian Tugemann and Gilles Civario, "There is no
 * 16-clue sudoku", Experimental Mathematics 23, 2014.)
 *
 * A part is a set of rows, each meaning the two cells there, and leads from a row to those where
 * b shares a column or a box with its a. What each row leads to directly is completed by Warshall's
 * method, for a and eight other symbols b at once: eight 9x9 matrices of bits in nine vectors, a
 * matrix a lane. Cycles are the same with one step from each place. */
#include "bulk/unavoidable.h"

#include <string.h>

typedef unavoidable_eight_t eight_t;

#if defined(__clang__)
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

/* The next line of a band or a stack and the one before, round. */
static const uint8_t NEXT[9] = {1, 2, 0, 4, 5, 3, 7, 8, 6};
static const uint8_t BEFORE[9] = {2, 0, 1, 5, 3, 4, 8, 6, 7};

static inline eight_t all_eight(unsigned x)
{
    uint16_t y = (uint16_t)x;
    return (eight_t){y, y, y, y, y, y, y, y};
}

static inline eight_t load_eight(const uint16_t *from)
{
    eight_t a;
    memcpy(&a, from, sizeof a);
    return a;
}

/* Complete what each of nine places leads to, for the lanes of nine vectors `stride` apart. */
static inline void complete(eight_t *vector, size_t stride)
{
    eight_t reached[9];
    UNROLLED
    for (size_t k = 0; k < 9; k++)
        reached[k] = vector[k * stride];
    UNROLLED
    for (unsigned by = 0; by < 9; by++) {
        UNROLLED
        for (unsigned k = 0; k < 9; k++) {
            eight_t leads = (eight_t)((reached[k] & all_eight(1U << by)) != all_eight(0));
            if (k != by)
                reached[k] |= reached[by] & leads;
        }
    }
    UNROLLED
    for (size_t k = 0; k < 9; k++)
        vector[k * stride] = reached[k];
}

void unavoidable_list(unavoidable_t *sets, const unsigned char *grid)
{
    /* Where each symbol is, as a bit; of columns and boxes, eight may be read from 9 on. */
    uint16_t row_in_column[9][18], row_in_box[9][18], column_in_row[9][9];
    for (int row = 0, cell = 0; row < 9; row++)
        for (int column = 0; column < 9; column++, cell++) {
            int symbol = grid[cell] - '1', box = row / 3 * 3 + column / 3;
            uint16_t bit = (uint16_t)(1U << row);
            sets->symbol[cell] = (uint8_t)symbol;
            row_in_column[column][symbol] = row_in_column[column][symbol + 9] = bit;
            row_in_box[box][symbol] = row_in_box[box][symbol + 9] = bit;
            column_in_row[row][symbol] = (uint16_t)(1U << column);
        }
    for (int row = 0, cell = 0; row < 9; row++)
        for (int column = 0; column < 9; column++, cell++) {
            int symbol = sets->symbol[cell], box = row / 3 * 3 + column / 3;
            uint16_t at_row = (uint16_t)(1U << row), at_column = (uint16_t)(1U << column);
            sets->of_symbols[symbol][row] = load_eight(&row_in_column[column][symbol + 1]) |
                                            load_eight(&row_in_box[box][symbol + 1]) |
                                            all_eight(at_row);
            sets->of_lines[column][row] = column_in_row[NEXT[row]][symbol] | at_column;
            sets->of_lines[row][9 + column] = row_in_column[NEXT[column]][symbol] | at_row;
        }
    for (int k = 0; k < 9; k++)
        memset(&sets->of_lines[k][18], 0, 6 * sizeof(uint16_t));
    for (int a = 0; a < 9; a++)
        complete(sets->of_symbols[a], 1);
    for (int k = 0; k < 3; k++)
        complete((eight_t *)sets->of_lines + k, 3);
}

void unavoidable_start(const unavoidable_t *sets, unavoidable_clues_t *clues,
                       const unsigned char *cells)
{
    memset(clues, 0, sizeof *clues);
    for (int row = 0, cell = 0; row < 9; row++)
        for (int column = 0; column < 9; column++, cell++) {
            unsigned is_clue = cells[cell] - (unsigned)'1' <= 8;
            clues->rows_of_symbol[sets->symbol[cell]] |= (uint16_t)(is_clue << row);
            clues->columns_of_row[row] |= (uint16_t)(is_clue << column);
            clues->rows_of_column[column] |= (uint16_t)(is_clue << row);
        }
    memcpy(clues->rows_of_symbol + 9, clues->rows_of_symbol, 9 * sizeof(uint16_t));
}

bool unavoidable_needs(const unavoidable_t *sets, const unavoidable_clues_t *clues, int cell)
{
    int row = cell / 9, column = cell % 9, symbol = sets->symbol[cell];
    unsigned not_row = ~(1U << row), not_column = ~(1U << column);

    eight_t others = load_eight(&clues->rows_of_symbol[symbol + 1]) |
                     all_eight(clues->rows_of_symbol[symbol] & not_row);
    eight_t is_last = (eight_t)((others & sets->of_symbols[symbol][row]) == all_eight(0));
    uint64_t half[2];
    memcpy(half, &is_last, sizeof half);

    /* All answers are worked out, for none is likely enough to be asked about first. */
    unsigned of_row = clues->columns_of_row[row] & not_column;
    unsigned below = of_row | clues->columns_of_row[NEXT[row]];
    unsigned above = of_row | clues->columns_of_row[BEFORE[row]];
    unsigned of_column = clues->rows_of_column[column] & not_row;
    unsigned right = of_column | clues->rows_of_column[NEXT[column]];
    unsigned left = of_column | clues->rows_of_column[BEFORE[column]];
    return ((half[0] | half[1]) != 0) | !(below & sets->of_lines[column][row]) |
           !(above & sets->of_lines[column][BEFORE[row]]) |
           !(right & sets->of_lines[row][9 + column]) |
           !(left & sets->of_lines[row][9 + BEFORE[column]]);
}
