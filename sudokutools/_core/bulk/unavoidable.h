/* Small unavoidable sets of a complete 9x9 grid: cells of which a puzzle must keep one or more. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Eight sets of rows or of columns, of which each is a bit, the first the lowest. */
typedef uint16_t unavoidable_eight_t __attribute__((vector_size(16)));

/* The sets of a grid. Symbols are 0 to 8 here. */
typedef struct {
    uint8_t symbol[81];
    /* [a][row]: for a and symbols a + 1 round to a - 1: the rows of the set of a's cell there */
    unavoidable_eight_t of_symbols[9][9];
    /* [column][row]: the columns of the set of two rows, the row and the next of its band, that a
     * column is in; [row][9 + column]: the rows of a set of two columns. */
    uint16_t of_lines[9][24] __attribute__((aligned(16)));
} unavoidable_t;

/* Where the clues of a puzzle are; symbols are here twice, from 0 to 8 and once more. */
typedef struct {
    uint16_t rows_of_symbol[18], columns_of_row[9], rows_of_column[9];
} unavoidable_clues_t;

void unavoidable_list(unavoidable_t *sets, const unsigned char *grid);

/* Find the clues of a puzzle, 81 characters; the ones equal to the grid's are clues. */
void unavoidable_start(const unavoidable_t *sets, unavoidable_clues_t *clues,
                       const unsigned char *cells);

/* Whether a cell, which has its clue, is the only one with a clue of one of the sets. */
bool unavoidable_needs(const unavoidable_t *sets, const unavoidable_clues_t *clues, int cell);

/* Take away the clue of a cell, or give it back. */
static inline void unavoidable_toggle(const unavoidable_t *sets, unavoidable_clues_t *clues,
                                      int cell)
{
    int row = cell / 9, column = cell % 9, symbol = sets->symbol[cell];
    clues->columns_of_row[row] ^= (uint16_t)(1U << column);
    clues->rows_of_column[column] ^= (uint16_t)(1U << row);
    clues->rows_of_symbol[symbol] ^= (uint16_t)(1U << row);
    clues->rows_of_symbol[symbol + 9] = clues->rows_of_symbol[symbol];
}
