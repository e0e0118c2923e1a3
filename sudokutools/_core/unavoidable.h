/* Small unavoidable sets of a complete 9x9 grid: cells of which a puzzle must keep at least one. */
#ifndef SUDOKUTOOLS_UNAVOIDABLE_H
#define SUDOKUTOOLS_UNAVOIDABLE_H

#include <stdint.h>

enum { UNAVOIDABLE_SETS = 216, UNAVOIDABLE_OF_CELL = 12 };

typedef struct {
    uint8_t of_cell[81][UNAVOIDABLE_OF_CELL]; /* The sets of each cell. */
    uint8_t left[UNAVOIDABLE_SETS];           /* Cells of each set with their clues, */
    uint8_t joined[UNAVOIDABLE_SETS];         /* and the exclusive or of these cells. */
    uint8_t needed[81];                       /* Whether a cell is the last of a set. */
} unavoidable;

/* Find the sets of a grid of 81 characters '1' to '9' without clashes; every cell has its clue. */
void unavoidable_find(unavoidable *sets, const unsigned char *grid);

/* Take away the clue of a cell, which has one. */
static inline void unavoidable_empty(unavoidable *sets, int cell)
{
    for (int k = 0; k < UNAVOIDABLE_OF_CELL; k++) {
        int set = sets->of_cell[cell][k];
        sets->joined[set] ^= (uint8_t)cell;
        if (--sets->left[set] == 1)
            sets->needed[sets->joined[set]] = 1;
    }
}

#endif
