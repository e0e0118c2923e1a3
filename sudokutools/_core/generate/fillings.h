/* The ways to fill a band, in order. sudokutools/generating/fillings.py explains them and is the
 * twin of this file; both number them alike. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

enum {
    FILLINGS_MAX_COLUMNS = 9,
    FILLINGS_MAX_HEIGHT = 5,
    FILLINGS_MAX_ROWS = 576,
    FILLINGS_MAX_WORDS = FILLINGS_MAX_ROWS / 64,
};

/* A set of rows is `words` words of 64 bits, bit i % 64 of word i / 64 for row i. */
typedef struct {
    int columns, height, rows, words;
    uint8_t (*digits)[FILLINGS_MAX_COLUMNS]; /* digits[row][column] */
    uint32_t *before;     /* before[row]: the fillings whose first row is an earlier one */
    uint64_t *compatible; /* compatible[row * words]: the rows compatible with a row */
} fillings_t;

/* Find the rows of column sets (masks of `height` digits each, every digit equally frequent, at
 * most FILLINGS_MAX_ROWS rows). Return NULL without memory. */
fillings_t *fillings_new(const uint16_t *sets, int columns, int height);

void fillings_free(fillings_t *fillings);

/* Keep new fillings (or NULL, which is returned) in a place that holds NULL; where another thread
 * was faster free them. Return the content of the place. */
const fillings_t *fillings_publish(_Atomic(fillings_t *) *place, fillings_t *made);

static inline uint32_t fillings_count(const fillings_t *fillings)
{
    return fillings->before[fillings->rows];
}

/* Write the rows (indices into `digits`) of the filling of a number below the count, top first. */
void fillings_at(const fillings_t *fillings, uint32_t number, int chosen[FILLINGS_MAX_HEIGHT]);

/* Return the number of a filling of these column sets; digits row by row, `columns` each. */
uint32_t fillings_number_of(const fillings_t *fillings, const uint8_t *digits);
