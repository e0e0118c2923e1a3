/* The fillings of a band; sudokutools/generating/fillings.py has the method and its proof.
 *
 *   column sets  {0,1} {2,3} {0,2} {1,3}    height 2
 *   row 0         0     3     2     1       rows: one digit from each set, none twice,
 *   row 1         1     2     0     3       in the order of their digits
 *
 *   compatible   row 0: 10   row 1: 01      bit i: no column holds the same digit in row i
 *   before       0 1 2                      fillings whose first row is an earlier one; the count
 */
#include "generate/fillings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint16_t *sets;
    int columns, height, rows;
    uint8_t row[FILLINGS_MAX_COLUMNS];
    uint8_t digits[FILLINGS_MAX_ROWS][FILLINGS_MAX_COLUMNS];
    uint32_t cells[FILLINGS_MAX_ROWS]; /* Bit column * height + place of the digit in its set. */
} search_t;

/* Add every row that begins with the digits chosen for the columns before `column`. */
static void find_rows(search_t *search, int column, uint32_t used, uint32_t cells)
{
    if (column == search->columns) {
        assert(search->rows < FILLINGS_MAX_ROWS);
        memcpy(search->digits[search->rows], search->row, sizeof search->row);
        search->cells[search->rows++] = cells;
        return;
    }
    uint32_t cell = UINT32_C(1) << (column * search->height);
    for (uint32_t set = search->sets[column]; set; set &= set - 1, cell <<= 1) {
        uint32_t digit = set & -set;
        if (used & digit)
            continue;
        search->row[column] = (uint8_t)__builtin_ctz(digit);
        find_rows(search, column + 1, used | digit, cells | cell);
    }
}

static void find_compatible(fillings_t *fillings, const uint32_t *cells)
{
    for (int row = 0; row < fillings->rows; row++) {
        uint64_t *compatible = fillings->compatible + row * fillings->words;
        for (int other = 0; other < fillings->rows; other++)
            compatible[other / 64] |= (uint64_t)((cells[row] & cells[other]) == 0) << other % 64;
    }
}

/* Write the rows of `allowed` that are compatible with `row` to `rest`. */
static inline void narrow(const fillings_t *fillings, const uint64_t *allowed, int row,
                          uint64_t *rest)
{
    const uint64_t *compatible = fillings->compatible + row * fillings->words;
    for (int word = 0; word < fillings->words; word++)
        rest[word] = allowed[word] & compatible[word];
}

/* Count the ways to choose the `left` last rows from those compatible with the rows before. */
static uint32_t completions(const fillings_t *fillings, const uint64_t *allowed, int left)
{
    if (left <= 1)
        return 1;
    uint32_t total = 0;
    for (int word = 0; word < fillings->words; word++) {
        if (left == 2) {
            total += (uint32_t)__builtin_popcountll(allowed[word]);
            continue;
        }
        for (uint64_t rows = allowed[word]; rows; rows &= rows - 1) {
            uint64_t rest[FILLINGS_MAX_WORDS];
            narrow(fillings, allowed, 64 * word + __builtin_ctzll(rows), rest);
            total += completions(fillings, rest, left - 1);
        }
    }
    return total;
}

fillings_t *fillings_new(const uint16_t *sets, int columns, int height)
{
    search_t search = {.sets = sets, .columns = columns, .height = height};
    find_rows(&search, 0, 0, 0);
    size_t rows = (size_t)search.rows;
    size_t words = (rows + 63) / 64;
    fillings_t *fillings = calloc(1, sizeof *fillings);
    if (!fillings)
        return NULL;
    *fillings = (fillings_t){
        .columns = columns,
        .height = height,
        .rows = search.rows,
        .words = (int)words,
        .digits = malloc(rows * sizeof *fillings->digits),
        .before = malloc((rows + 1) * sizeof *fillings->before),
        .compatible = calloc(rows * words, sizeof *fillings->compatible),
    };
    if (!fillings->digits || !fillings->before || !fillings->compatible) {
        fillings_free(fillings);
        return NULL;
    }
    memcpy(fillings->digits, search.digits, rows * sizeof *fillings->digits);
    find_compatible(fillings, search.cells);
    fillings->before[0] = 0;
    for (size_t row = 0; row < rows; row++)
        fillings->before[row + 1] =
            fillings->before[row] +
            completions(fillings, fillings->compatible + row * words, height - 1);
    return fillings;
}

void fillings_free(fillings_t *fillings)
{
    if (!fillings)
        return;
    free(fillings->digits);
    free(fillings->before);
    free(fillings->compatible);
    free(fillings);
}

const fillings_t *fillings_publish(_Atomic(fillings_t *) *place, fillings_t *made)
{
    fillings_t *held = NULL;
    if (!made || atomic_compare_exchange_strong(place, &held, made))
        return made;
    fillings_free(made);
    return held;
}

/* Return the first row of the filling of a number, and take the fillings before it off. */
static int first_row(const fillings_t *fillings, uint32_t *number)
{
    int low = 0, high = fillings->rows;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (fillings->before[middle] <= *number)
            low = middle;
        else
            high = middle;
    }
    *number -= fillings->before[low];
    return low;
}

/* Return member `number` of a set of rows. */
static int member(const fillings_t *fillings, const uint64_t *set, uint32_t number)
{
    for (int word = 0; word < fillings->words; word++) {
        uint64_t rows = set[word];
        uint32_t count = (uint32_t)__builtin_popcountll(rows);
        if (number >= count) {
            number -= count;
            continue;
        }
        for (; number; number--)
            rows &= rows - 1;
        return 64 * word + __builtin_ctzll(rows);
    }
    assert(0);
    return 0;
}

/* Return the next row, of `left` that are to be chosen yet, and take the fillings before it off. */
static int next_row(const fillings_t *fillings, const uint64_t *allowed, int left, uint32_t *number)
{
    if (left <= 2)
        return member(fillings, allowed, *number);
    for (int word = 0; word < fillings->words; word++)
        for (uint64_t rows = allowed[word]; rows; rows &= rows - 1) {
            int row = 64 * word + __builtin_ctzll(rows);
            uint64_t rest[FILLINGS_MAX_WORDS];
            narrow(fillings, allowed, row, rest);
            uint32_t count = completions(fillings, rest, left - 1);
            if (*number < count)
                return row;
            *number -= count;
        }
    assert(0);
    return 0;
}

void fillings_at(const fillings_t *fillings, uint32_t number, int chosen[FILLINGS_MAX_HEIGHT])
{
    assert(number < fillings_count(fillings));
    chosen[0] = first_row(fillings, &number);
    const uint64_t *allowed = fillings->compatible + chosen[0] * fillings->words;
    uint64_t rest[FILLINGS_MAX_WORDS];
    for (int row = 1; row < fillings->height; row++) {
        int left = fillings->height - row;
        chosen[row] = next_row(fillings, allowed, left, &number);
        if (left <= 2)
            number = 0;
        if (left > 1) {
            narrow(fillings, allowed, chosen[row], rest);
            allowed = rest;
        }
    }
}

static int index_of(const fillings_t *fillings, const uint8_t *digits)
{
    for (int row = 0; row < fillings->rows; row++)
        if (memcmp(fillings->digits[row], digits, (size_t)fillings->columns) == 0)
            return row;
    assert(0);
    return 0;
}

uint32_t fillings_number_of(const fillings_t *fillings, const uint8_t *digits)
{
    int place = index_of(fillings, digits);
    uint32_t number = fillings->before[place];
    uint64_t allowed[FILLINGS_MAX_WORDS], rest[FILLINGS_MAX_WORDS];
    memcpy(allowed, fillings->compatible + place * fillings->words,
           (size_t)fillings->words * sizeof *allowed);
    for (int row = 1; row < fillings->height - 1; row++) {
        place = index_of(fillings, digits + row * fillings->columns);
        for (int word = 0; word <= place / 64; word++)
            for (uint64_t rows = allowed[word]; rows; rows &= rows - 1) {
                int earlier = 64 * word + __builtin_ctzll(rows);
                if (earlier >= place)
                    break;
                narrow(fillings, allowed, earlier, rest);
                number += completions(fillings, rest, fillings->height - row - 1);
            }
        narrow(fillings, allowed, place, allowed);
    }
    return number;
}
