/* The 416 classes of bands: the tables that canonical/grids.h looks up.
 *
 * A band is made normal by calling the digits of box 1 by their cells, 0 to 8, and sorting the
 * columns of boxes 2 and 3 by their top digits. That leaves 56 * 36 * 36 = 72,576 normal bands:
 *
 *     0 1 2 | 3 4 6 | 5 7 8    box 2: the sets of its rows (56 ways), then the orders of
 *     3 4 5 | 8 0 1 | 6 2 7    rows 2 and 3 (36 ways); box 3: the orders of rows 2 and 3
 *     6 7 8 | 2 5 7 | 4 1 3    in the sets that are left (36 ways)
 *
 * Two swaps of rows, two of stacks and two of columns of box 1 generate all 7,776 maps of bands;
 * flooding the normal bands by them gives the classes, and on the way for each band a map to the
 * smallest one of its class. The smallest band is found by trying the maps of one member. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "canonical/kernel.h"

const uint8_t canonical_orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

#define NOT_REACHED UINT32_MAX

typedef uint8_t band_t[3][9];

/* A map that takes some band to its smallest form: row 1 and the columns of the result. */
typedef struct {
    uint8_t top;
    uint8_t columns[9];
} band_map_t;

/* The sets of the rows of box 2, a bit a code, for each of the 56. */
typedef struct {
    uint16_t rows[56][3];
} box_sets_t;

static const uint8_t generator_rows[6][3] = {{1, 0, 2}, {0, 2, 1}, {0, 1, 2},
                                             {0, 1, 2}, {0, 1, 2}, {0, 1, 2}};
static const uint8_t generator_columns[6][9] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {3, 4, 5, 0, 1, 2, 6, 7, 8},
    {0, 1, 2, 6, 7, 8, 3, 4, 5}, {1, 0, 2, 3, 4, 5, 6, 7, 8}, {0, 2, 1, 3, 4, 5, 6, 7, 8},
};

static inline int triple(const uint8_t *codes) { return 81 * codes[0] + 9 * codes[1] + codes[2]; }

/* Fill in the tables that number the normal bands. */
static void number_bands(band_tables_t *tables, box_sets_t *sets)
{
    uint8_t place[3][512], met[3] = {0, 0, 0};
    int number = 0;
    for (int set = 0; set < 512; set++)
        for (int row = 0; row < 3; row++)
            if (__builtin_popcount((unsigned)set) == 3 && !(set & 7 << 3 * row))
                place[row][set] = met[row]++;
    for (int one = 0; one < 512; one++)
        for (int two = 0; two < 512; two++) {
            const int three = 511 & ~(one | two);
            if (__builtin_popcount((unsigned)one) != 3 || __builtin_popcount((unsigned)two) != 3 ||
                one & two || one & 7 || two & 070 || three & 0700)
                continue;
            sets->rows[number][0] = (uint16_t)one;
            sets->rows[number][1] = (uint16_t)two;
            sets->rows[number][2] = (uint16_t)three;
            tables->sets[20 * place[0][one] + place[1][two]] = (uint8_t)number++;
        }
    assert(number == 56);
    for (int at = 0; at < 729; at++) {
        const int a = at / 81, b = at / 9 % 9, c = at % 9, set = 1 << a | 1 << b | 1 << c;
        if (a == b || b == c || a == c)
            continue;
        const unsigned order = (unsigned)order_of(a, b, c);
        tables->row[0][at] = (set & 7 ? 0 : 20u * place[0][set] << 8) | 36 * order;
        tables->row[1][at] = (set & 070 ? 0 : (unsigned)place[1][set] << 8) | 6 * order;
        tables->row[2][at] = order;
    }
    for (int at = 0; at < 216; at++) {
        const uint8_t *one = canonical_orders[at / 36], *two = canonical_orders[at / 6 % 6],
                      *three = canonical_orders[at % 6];
        uint8_t second[3], third[3];
        for (int column = 0; column < 3; column++) {
            second[one[column]] = two[column];
            third[one[column]] = three[column];
        }
        tables->orders[at] = (uint16_t)(6 * order_of(second[0], second[1], second[2]) +
                                        order_of(third[0], third[1], third[2]));
    }
}

static void spread(unsigned set, int order, uint8_t *cells)
{
    uint8_t codes[3];
    for (int i = 0; i < 3; i++, set &= set - 1)
        codes[i] = (uint8_t)__builtin_ctz(set);
    for (int column = 0; column < 3; column++)
        cells[column] = codes[canonical_orders[order][column]];
}

static void normal_band(const box_sets_t *sets, int index, band_t cells)
{
    const uint16_t *box2 = sets->rows[index / 1296];
    const int orders[2][3] = {{0, index / 216 % 6, index / 36 % 6}, {0, index / 6 % 6, index % 6}};
    for (int row = 0; row < 3; row++) {
        const unsigned others = 0x1ff & ~(7u << 3 * row);
        for (int column = 0; column < 3; column++)
            cells[row][column] = (uint8_t)(3 * row + column);
        spread(box2[row], orders[0][row], cells[row] + 3);
        spread(others & ~(unsigned)box2[row], orders[1][row], cells[row] + 6);
    }
}

/* Return the index of the normal form of a band, and for each of its columns the place there. */
static int normal_index(const band_tables_t *tables, band_t cells, uint8_t places[9])
{
    uint8_t codes[9], row[9];
    uint32_t sums[3] = {0, 0, 0};
    for (int cell = 0; cell < 9; cell++)
        codes[cells[cell / 3][cell % 3]] = (uint8_t)cell;
    for (int i = 0; i < 3; i++) {
        for (int column = 3; column < 9; column++)
            row[column] = codes[cells[i][column]];
        for (int box = 1; box < 3; box++)
            sums[box] += tables->row[i][triple(row + 3 * box)];
    }
    for (int column = 0; column < 9; column++) {
        const int box = column / 3, order = (sums[box] & 255) / 36;
        places[column] = (uint8_t)(3 * box + canonical_orders[box ? order : 0][column % 3]);
    }
    return band_index(tables, sums[1], sums[2]);
}

static uint16_t map_number(const band_map_t *map)
{
    const uint8_t *c = map->columns;
    int number = map->top;
    number = 6 * number + order_of(c[0], c[3], c[6]);
    for (int box = 0; box < 9; box += 3)
        number = 6 * number + order_of(c[box], c[box + 1], c[box + 2]);
    return (uint16_t)number;
}

static band_map_t map_of_number(uint32_t number)
{
    band_map_t map = {(uint8_t)(number / COLUMN_ORDERS), {0}};
    const uint8_t *stacks = canonical_orders[number / 216 % 6];
    const uint32_t orders[3] = {number / 36 % 6, number / 6 % 6, number % 6};
    for (int column = 0; column < 9; column++)
        map.columns[column] =
            (uint8_t)(3 * stacks[column / 3] + canonical_orders[orders[column / 3]][column % 3]);
    return map;
}

/* Note the class and the map of a band's normal form; add it to the queue if it is new. */
static void reach(band_tables_t *tables, unsigned class_number, band_t cells, const band_map_t *map,
                  uint32_t *queue, int *length)
{
    uint8_t places[9];
    const int index = normal_index(tables, cells, places);
    if (tables->to_least[index] != NOT_REACHED)
        return;
    band_map_t normal = {map->top, {0}};
    for (int column = 0; column < 9; column++)
        normal.columns[column] = places[map->columns[column]];
    tables->to_least[index] = class_number << 16 | map_number(&normal);
    queue[(*length)++] = (uint32_t)index;
}

/* Give its class to everything equivalent to a smallest band. */
static void flood(band_tables_t *tables, const box_sets_t *sets, unsigned class_number,
                  uint8_t least[27], uint32_t *queue)
{
    const band_map_t identity = {0, {0, 1, 2, 3, 4, 5, 6, 7, 8}};
    band_t cells, image;
    int length = 0;
    memcpy(cells, least, 27);
    reach(tables, class_number, cells, &identity, queue, &length);
    for (int at = 0; at < length; at++) {
        const band_map_t map = map_of_number(tables->to_least[queue[at]] & 0xffff);
        normal_band(sets, (int)queue[at], cells);
        for (int generator = 0; generator < 6; generator++) {
            const uint8_t *rows = generator_rows[generator];
            const uint8_t *columns = generator_columns[generator];
            band_map_t after = {rows[map.top], {0}};
            for (int column = 0; column < 9; column++) {
                after.columns[column] = columns[map.columns[column]];
                for (int row = 0; row < 3; row++)
                    image[row][column] = cells[rows[row]][columns[column]];
            }
            reach(tables, class_number, image, &after, queue, &length);
        }
    }
}

/* A search for the smallest form of a band: the best so far and all maps that reach it. */
typedef struct {
    const uint8_t (*cells)[9];
    uint8_t least[27];
    int ties;
    band_map_t maps[AUTOMORPHISMS];
} band_search_t;

static void try_order(band_search_t *search, const uint8_t *rows, const uint8_t *columns)
{
    uint8_t labels[9], form[18];
    int differs = 0;
    for (int column = 0; column < 9; column++)
        labels[search->cells[rows[0]][columns[column]]] = (uint8_t)column;
    for (int at = 0; at < 18; at++) {
        form[at] = labels[search->cells[rows[1 + at / 9]][columns[at % 9]]];
        if (!differs)
            differs = form[at] - search->least[9 + at];
        if (differs > 0)
            return;
    }
    if (differs) {
        memcpy(search->least + 9, form, 18);
        search->ties = 0;
    }
    band_map_t *map = &search->maps[search->ties++];
    map->top = rows[0];
    memcpy(map->columns, columns, 9);
}

/* Try all orders of rows, stacks and columns of box 1. Row 2 of box 1 is smallest if the columns of
 * boxes 2 and 3 are in the order in which it shows their top digits, which leaves only the orders
 * of columns that it does not show. */
static void try_rows(band_search_t *search, const uint8_t *rows, const uint8_t *stacks,
                     const uint8_t *box1)
{
    uint8_t column_of[9], columns[9], length[3] = {3, 0, 0}, shown[3], tried[9];
    for (int column = 0; column < 9; column++)
        column_of[search->cells[rows[0]][column]] = (uint8_t)column;
    for (int at = 0; at < 6; at++) {
        const uint8_t from = (uint8_t)(3 * stacks[0] + box1[at % 3]);
        const uint8_t column = column_of[search->cells[rows[1 + at / 3]][from]];
        const int box = column / 3 == stacks[1] ? 1 : 2;
        if (at < 3) {
            columns[at] = from;
            shown[at] = (uint8_t)(3 * box + length[box]);
        }
        columns[3 * box + length[box]++] = column;
    }
    const int order = memcmp(shown, search->least + 9, 3);
    if (order > 0)
        return;
    const int shown2 = (shown[0] < 6) + (shown[1] < 6) + (shown[2] < 6);
    memcpy(tried, columns, 9);
    for (int way = 0; way < 36; way++) {
        const uint8_t *two = canonical_orders[way / 6], *three = canonical_orders[way % 6];
        bool keeps = true;
        for (int at = 0; at < 3; at++) {
            keeps &= at >= shown2 || two[at] == at;
            keeps &= at >= 3 - shown2 || three[at] == at;
            tried[3 + at] = columns[3 + two[at]];
            tried[6 + at] = columns[6 + three[at]];
        }
        if (keeps)
            try_order(search, rows, tried);
    }
}

static void least_band(band_search_t *search, const uint8_t (*cells)[9])
{
    search->cells = cells;
    for (int at = 0; at < 27; at++)
        search->least[at] = (uint8_t)(at < 9 ? at : 9);
    for (int rows = 0; rows < 6; rows++)
        for (int stacks = 0; stacks < 6; stacks++)
            for (int box1 = 0; box1 < 6; box1++)
                try_rows(search, canonical_orders[rows], canonical_orders[stacks],
                         canonical_orders[box1]);
}

/* Write columns 0 to 8 as gapped positions. */
static void write_gapped(const uint8_t columns[9], uint8_t gapped[16])
{
    memset(gapped, GAP, 16);
    for (int column = 0; column < 9; column++)
        gapped[GAPPED(column)] = (uint8_t)GAPPED(columns[column]);
}

static void write_automorphism(const uint8_t least[27], const band_map_t *map,
                               band_automorphism_t *to)
{
    write_gapped(map->columns, to->columns);
    memset(to->labels, 15, 16);
    for (int column = 0; column < 9; column++)
        to->labels[least[9 * map->top + map->columns[column]]] = (uint8_t)column;
    memset(to->fourth, 128, 16);
    for (int column = 1; column < 9; column++)
        to->fourth[8 - column] = to->columns[GAPPED(column)];
    for (uint8_t label = 0; label < 9; label++)
        if (to->labels[label] == 1)
            to->two = label;
}

static int compare_least(const void *a, const void *b) { return memcmp(a, b, 27); }

/* Number the classes in the order of their smallest bands and fill in the automorphisms. */
static void sort_classes(band_tables_t *tables, uint8_t found[CLASSES][27])
{
    uint16_t number[CLASSES];
    uint32_t made = 0, bands = 0;
    memcpy(tables->least, found, sizeof tables->least);
    qsort(tables->least, CLASSES, 27, compare_least);
    for (int class_number = 0; class_number < CLASSES; class_number++) {
        const uint8_t(*at)[27] =
            bsearch(found[class_number], tables->least, CLASSES, 27, compare_least);
        number[class_number] = (uint16_t)(at - tables->least);
    }
    for (int index = 0; index < BANDS; index++)
        tables->to_least[index] = (uint32_t)number[tables->to_least[index] >> 16] << 16 |
                                  (tables->to_least[index] & 0xffff);
    for (int class_number = 0; class_number < CLASSES; class_number++) {
        band_search_t search;
        band_t cells;
        memcpy(cells, tables->least[class_number], 27);
        least_band(&search, cells);
        tables->first_automorphism[class_number] = made;
        for (int i = 0; i < search.ties; i++)
            write_automorphism(tables->least[class_number], &search.maps[i],
                               &tables->automorphisms[made++]);
        bands += 7776 / (uint32_t)search.ties;
    }
    tables->first_automorphism[CLASSES] = made;
    for (int cell = 0; cell < CLASSES * 27; cell++)
        tables->least[cell / 27][cell % 27] += '1';
    assert(bands == 36 * BANDS); /* The orders of columns in boxes 2 and 3, and the normal bands. */
    (void)bands;
}

band_tables_t *canonical_band_tables(void)
{
    band_tables_t *tables = calloc(1, sizeof *tables);
    band_automorphism_t *automorphisms = malloc(CLASSES * AUTOMORPHISMS * sizeof *automorphisms);
    uint32_t *queue = malloc(BANDS * sizeof *queue);
    if (!tables || !automorphisms || !queue) {
        free(tables);
        free(automorphisms);
        free(queue);
        return NULL;
    }
    box_sets_t sets;
    uint8_t found[CLASSES][27];
    unsigned classes = 0;
    tables->automorphisms = automorphisms;
    number_bands(tables, &sets);
    for (uint32_t order = 0; order < COLUMN_ORDERS; order++)
        write_gapped(map_of_number(order).columns, tables->columns[order]);
    for (int orders = 0; orders < 36; orders++) {
        uint8_t sorted[9] = {0, 1, 2};
        for (int column = 0; column < 3; column++) {
            sorted[3 + canonical_orders[orders / 6][column]] = (uint8_t)(3 + column);
            sorted[6 + canonical_orders[orders % 6][column]] = (uint8_t)(6 + column);
        }
        write_gapped(sorted, tables->normal[orders]);
    }
    memset(tables->to_least, 0xff, sizeof tables->to_least);
    for (int index = 0; index < BANDS; index++) {
        if (tables->to_least[index] != NOT_REACHED)
            continue;
        band_search_t search;
        band_t cells;
        normal_band(&sets, index, cells);
        least_band(&search, cells);
        assert(classes < CLASSES);
        memcpy(found[classes], search.least, 27);
        flood(tables, &sets, classes, found[classes], queue);
        classes++;
    }
    assert(classes == CLASSES);
    sort_classes(tables, found);
    free(queue);
    return tables;
}
