/* Which clues of a puzzle are known to be needed, while it is dug. */
#ifndef SUDOKUTOOLS_DIG_NEEDED_H
#define SUDOKUTOOLS_DIG_NEEDED_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Each cell is in so many sets: with another symbol, another row, another column. */
#define NEEDED_SETS_OF_CELL (8 + 2 + 2)

/* Two symbols make at most four parts, two lines at most four cycles. */
#define NEEDED_SETS (4 * (36 + 9 + 9))

/* The unavoidable sets of a grid: bulk/unavoidable.h says which. */
typedef struct {
    uint8_t of_cell[81][NEEDED_SETS_OF_CELL];
    /* For each set 256 times the number of its clues, and the exclusive or of their cells, which is
     * the cell where there is one: here all cells are clues, */
    uint16_t whole[NEEDED_SETS];
    int sets;
} needed_sets_t;

/* What is left of the sets in a puzzle. */
typedef struct {
    uint16_t left[NEEDED_SETS]; /* and here those of the puzzle. */
    bool is_needed[81];         /* Whether a cell has the last clue of a set. */
} needed_t;

/* List the sets of a complete grid of '1' to '9', which breaks no rule. */
void needed_list(needed_sets_t *sets, const unsigned char *grid);

/* Begin with the complete grid. */
static inline void needed_start(const needed_sets_t *sets, needed_t *needed)
{
    memcpy(needed->left, sets->whole, sizeof needed->left);
    memset(needed->is_needed, 0, sizeof needed->is_needed);
}

/* Empty a cell. */
static inline void needed_empty(const needed_sets_t *sets, needed_t *needed, int cell)
{
    for (int k = 0; k < NEEDED_SETS_OF_CELL; k++) {
        int set = sets->of_cell[cell][k];
        unsigned left = (needed->left[set] - 256U) ^ (unsigned)cell;
        needed->left[set] = (uint16_t)left;
        if (left >> 8 == 1)
            needed->is_needed[left & 255] = true;
    }
}

#endif
