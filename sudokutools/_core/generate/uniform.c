/* Uniformly random grids; sudokutools/generating/uniform.py has the method and the proof.
 *
 *   class ------> column sets ------> fillings ------> grid
 *                 {012} {345} ...     0 4 7 ...        relabelled, columns and stacks reordered
 *                 {348} {067} ...     1 3 8 ...
 *                 {567} {128} ...     2 5 6 ... */
#include "generate/uniform.h"

#include "generate/columns.h"
#include "generate/fillings.h"
#include "generate/classes.h"
#include "generate/ranking.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DIGITS = 9 };

static const uint32_t FACTORIALS[] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880};

bool uniform_is_exact(int box_width, int box_height)
{
    int less = box_width < box_height ? box_width : box_height;
    int more = box_width + box_height - less;
    return (less == 1 && more <= 5) || (less == 2 && more <= 4) || (less == 3 && more == 3);
}

/* Write an order of 0 to length - 1 made from a number by Fisher and Yates; return the rest. */
static inline uint32_t order_of_number(uint8_t *order, uint32_t length, uint32_t number)
{
    for (uint32_t i = 0; i < length; i++)
        order[i] = (uint8_t)i;
    for (uint32_t last = length - 1; last > 0; last--) {
        uint32_t other = number % (last + 1);
        number /= last + 1;
        uint8_t moved = order[last];
        order[last] = order[other];
        order[other] = moved;
    }
    return number;
}

static int latin_square(int n, stream_t *stream, uint8_t *cells)
{
    static const uint32_t squares[] = {0, 1, 2, 12, 576, 161280};
    static _Atomic(fillings_t *) known[6];
    uint16_t sets[FILLINGS_MAX_HEIGHT];
    for (int column = 0; column < n; column++)
        sets[column] = (uint16_t)((1 << n) - 1);
    const fillings_t *fillings = atomic_load(&known[n]);
    if (!fillings)
        fillings = fillings_publish(&known[n], fillings_new(sets, n, n));
    if (!fillings)
        return WORK_NO_MEMORY;
    int rows[FILLINGS_MAX_HEIGHT];
    fillings_at(fillings, (uint32_t)stream_below(stream, squares[n]), rows);
    for (int cell = 0; cell < n * n; cell++)
        cells[cell] = fillings->digits[rows[cell / n]][cell % n] + 1;
    return WORK_DONE;
}

static const fillings_t *two_band_fillings(int height, int number, const two_band_class_t *chosen)
{
    static _Atomic(fillings_t *) known[5][26];
    const fillings_t *fillings = atomic_load(&known[height][number]);
    if (fillings)
        return fillings;
    uint16_t sets[8] = {0};
    for (int digit = 0; digit < 2 * height; digit++)
        for (int stack = 0; stack < height; stack++)
            sets[2 * stack + (chosen->words[digit] >> stack & 1)] |= (uint16_t)(1 << digit);
    return fillings_publish(&known[height][number], fillings_new(sets, 2 * height, height));
}

static int two_bands(int height, stream_t *stream, uint8_t *cells)
{
    static const two_band_class_t *const classes[] = {NULL, NULL, two_band_classes_2,
                                                      two_band_classes_3, two_band_classes_4};
    static const uint64_t grids[] = {0, 0, 288, 28200960, UINT64_C(29136487207403520)};
    const two_band_class_t *chosen = classes[height];
    uint64_t drawn = stream_below(stream, grids[height]);
    for (;; chosen++) {
        uint64_t weight = (uint64_t)chosen->size * chosen->ways * chosen->ways;
        if (drawn < weight)
            break;
        drawn -= weight;
    }
    const fillings_t *fillings = two_band_fillings(height, (int)(chosen - classes[height]), chosen);
    if (!fillings)
        return WORK_NO_MEMORY;
    int n = 2 * height;
    int bands[2][FILLINGS_MAX_HEIGHT];
    fillings_at(fillings, (uint32_t)(drawn % chosen->ways), bands[0]);
    fillings_at(fillings, (uint32_t)(drawn / chosen->ways % chosen->ways), bands[1]);
    uint8_t symbols[MAX_DIGITS], stacks[MAX_DIGITS];
    uint32_t number =
        (uint32_t)stream_below(stream, (uint64_t)FACTORIALS[n] * FACTORIALS[height] << height);
    uint32_t flips =
        order_of_number(stacks, (uint32_t)height, order_of_number(symbols, (uint32_t)n, number));
    for (int row = 0; row < n; row++) {
        int band = row / height;
        const uint8_t *digits = fillings->digits[bands[band][row % height]];
        for (int column = 0; column < n; column++) {
            int stack = column / 2;
            /* Band 1 is the filling of band 0's column sets with the columns of a stack swapped. */
            int side = (column & 1) ^ band ^ (int)(flips >> stack & 1);
            cells[row * n + 2 * stacks[stack] + side] = symbols[digits[column]] + 1;
        }
    }
    return WORK_DONE;
}

/* The column sets and partitions of the three boxes of a band, and the number of a filling. */
typedef struct {
    const uint16_t *sets[3];
    int partition[3];
    uint32_t filling;
} band_t;

/* Draw a class of 9x9 grids in proportion to its weight, and one of its fillings of band 0. */
static const nine_class_t *draw_class(stream_t *stream, uint32_t *filling)
{
    uint64_t drawn = stream_below(stream, RANKING_OF_A_BOX); /* the sum of the weights */
    const nine_class_t *chosen = nine_classes;
    for (;; chosen++) {
        uint64_t weight = chosen->size * chosen->ways * chosen->completions;
        if (drawn < weight)
            break;
        drawn -= weight;
    }
    *filling = (uint32_t)(drawn % chosen->ways);
    return chosen;
}

/* Draw the column sets of bands 1 and 2 and their fillings. WORK_DONE or WORK_NO_MEMORY. */
static int draw_other_bands(columns_t *tables, uint32_t most, stream_t *stream, band_t bands[3])
{
    const choice_t *stacks[3];
    for (int box = 0; box < 3; box++)
        stacks[box] = tables->choices[bands[0].partition[box]];
    for (;;) {
        uint32_t drawn = (uint32_t)stream_below(stream, CHOICES * CHOICES * CHOICES);
        uint32_t number = (uint32_t)stream_below(stream, most);
        const choice_t *a = &stacks[0][drawn / (CHOICES * CHOICES)];
        const choice_t *b = &stacks[1][drawn / CHOICES % CHOICES];
        const choice_t *c = &stacks[2][drawn % CHOICES];
        uint32_t ways1 = columns_ways(tables, a->partition[0], b->partition[0], c->partition[0]);
        uint32_t ways2 = columns_ways(tables, a->partition[1], b->partition[1], c->partition[1]);
        if (ways1 == 0 || ways2 == 0)
            return WORK_NO_MEMORY;
        if (number >= ways1 * ways2)
            continue;
        for (int band = 1; band < 3; band++)
            bands[band] = (band_t){
                .sets = {a->sets[band - 1], b->sets[band - 1], c->sets[band - 1]},
                .partition = {a->partition[band - 1], b->partition[band - 1],
                              c->partition[band - 1]},
                .filling = band == 1 ? number / ways2 : number % ways2,
            };
        return WORK_DONE;
    }
}

typedef struct {
    uint8_t symbols[MAX_DIGITS], columns[9];
} symmetry_t;

static void draw_symmetry(stream_t *stream, symmetry_t *symmetry)
{
    uint32_t number = (uint32_t)stream_below(stream, 362880 * 216 * 2);
    number = order_of_number(symmetry->symbols, 9, number);
    for (int stack = 0; stack < 3; stack++, number /= 6)
        for (int column = 0; column < 3; column++)
            symmetry->columns[3 * stack + column] = 3 * stack + columns_orders[number % 6][column];
    if (number)
        for (int column = 3; column < 9; column++)
            symmetry->columns[column] += symmetry->columns[column] < 6 ? 3 : -3;
}

/* Write the three rows of a band, seen through a symmetry. WORK_DONE or WORK_NO_MEMORY. */
static int write_band(columns_t *tables, const band_t *band, const symmetry_t *symmetry,
                      uint8_t *cells)
{
    int first = band->partition[0];
    int second = tables->relative[first][band->partition[1]];
    int third = tables->relative[first][band->partition[2]];
    const fillings_t *fillings = columns_fillings(tables, second, third);
    if (!fillings)
        return WORK_NO_MEMORY;
    uint8_t symbols[9], columns[9]; /* of a digit of the standard form; of one of its places */
    for (int place = 0; place < 9; place++) {
        int digit = tables->order[first][tables->standard[second][place]];
        symbols[place] = symmetry->symbols[digit] + 1;
    }
    int rows[FILLINGS_MAX_HEIGHT];
    fillings_at(fillings, band->filling, rows);
    for (int place = 0; place < 9; place++) {
        int standard = fillings->digits[rows[0]][place];
        int digit = tables->order[first][tables->standard[second][standard]];
        const uint16_t *sets = band->sets[place / 3];
        int column = (sets[1] >> digit & 1) + 2 * (sets[2] >> digit & 1);
        columns[place] = symmetry->columns[place / 3 * 3 + column];
    }
    for (int row = 0; row < 3; row++, cells += 9) {
        const uint8_t *digits = fillings->digits[rows[row]];
        for (int place = 0; place < 9; place++)
            cells[columns[place]] = symbols[digits[place]];
    }
    return WORK_DONE;
}

static int nine(stream_t *stream, uint8_t *cells)
{
    columns_t *tables = columns_tables();
    if (!tables)
        return WORK_NO_MEMORY;
    band_t bands[3];
    const nine_class_t *chosen = draw_class(stream, &bands[0].filling);
    bands[0].partition[0] = 0;
    bands[0].partition[1] = chosen->second;
    bands[0].partition[2] = chosen->third;
    for (int box = 0; box < 3; box++)
        bands[0].sets[box] = tables->sets[bands[0].partition[box]];
    if (draw_other_bands(tables, chosen->most, stream, bands) < 0)
        return WORK_NO_MEMORY;
    symmetry_t symmetry;
    draw_symmetry(stream, &symmetry);
    for (int band = 0; band < 3; band++)
        if (write_band(tables, &bands[band], &symmetry, cells + 27 * band) < 0)
            return WORK_NO_MEMORY;
    return WORK_DONE;
}

static void transpose(int n, uint8_t *cells)
{
    for (int row = 0; row < n; row++)
        for (int column = 0; column < row; column++) {
            uint8_t cell = cells[row * n + column];
            cells[row * n + column] = cells[column * n + row];
            cells[column * n + row] = cell;
        }
}

int uniform_cells(int box_width, int box_height, stream_t *stream, uint8_t *cells)
{
    assert(uniform_is_exact(box_width, box_height));
    if (box_width == 1 || box_height == 1)
        return latin_square(box_width * box_height, stream, cells);
    if (box_width == 3 && box_height == 3)
        return nine(stream, cells);
    if (box_width == 2)
        return two_bands(box_height, stream, cells);
    if (two_bands(box_width, stream, cells) < 0)
        return WORK_NO_MEMORY;
    transpose(2 * box_width, cells);
    return WORK_DONE;
}
