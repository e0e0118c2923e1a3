/* Small unavoidable sets of a complete 9x9 grid: cells of which a puzzle must keep at least one. */
#ifndef SUDOKUTOOLS_BULK_UNAVOIDABLE_H
#define SUDOKUTOOLS_BULK_UNAVOIDABLE_H

#include <stdbool.h>
#include <stdint.h>

/* A grid and the cells that have their clues. Symbols are 0 to 8 here; sets of rows or columns are
 * bits, the first the lowest. */
typedef struct {
    uint8_t symbol[81];
    uint8_t column_in_row[9][9], box_in_row[9][9];  /* [symbol][row] */
    uint16_t row_in_column[9][9], row_in_box[9][9]; /* [symbol][house], a set of one */
    uint16_t rows_of_symbol[9];                     /* Rows with its clue. */
    uint16_t columns_of_row[9], rows_of_column[9];  /* Places of the clues. */
} unavoidable_t;

/* Begin with a grid of 81 characters '1' to '9' without clashes; every cell has its clue. */
void unavoidable_start(unavoidable_t *sets, const unsigned char *grid);

/* Whether a cell, which has its clue, is the only one with a clue of one of the sets. */
bool unavoidable_needs(const unavoidable_t *sets, int cell);

/* Take away the clue of a cell. */
static inline void unavoidable_empty(unavoidable_t *sets, int cell)
{
    int row = cell / 9, column = cell % 9;
    sets->rows_of_symbol[sets->symbol[cell]] &= (uint16_t) ~(1U << row);
    sets->columns_of_row[row] &= (uint16_t) ~(1U << column);
    sets->rows_of_column[column] &= (uint16_t) ~(1U << row);
}

#endif
