/* Bands of three partitions of the digits: as many fillings whichever box is the first, and as many
 * as a plain count tells; each number below that gives three rows that keep the rules and have this
 * number, and the next number gives later ones. The standard order of a partition is the first of
 * the best. And below the column sets of a band, every choice for the other two takes each digit
 * once. */
#include <stdbool.h>

#include "generate/columns.h"

#include "subject.h"

enum { ALL_DIGITS = 0777 };

/* A filling of a band in standard form by its number, and back. */
static void look_at_filling(const fillings_t *fillings, uint32_t number)
{
    int rows[FILLINGS_MAX_HEIGHT], next[FILLINGS_MAX_HEIGHT];
    uint8_t digits[3 * FILLINGS_MAX_COLUMNS];
    fillings_at(fillings, number, rows);
    for (int box = 0, of_box; box < 3; box++) {
        of_box = 0;
        for (int row = 0; row < 3; row++)
            for (int column = 3 * box; column < 3 * box + 3; column++)
                of_box |= 1 << fillings->digits[rows[row]][column];
        check(of_box == ALL_DIGITS);
    }
    for (int row = 0, of_row; row < 3; row++) {
        check(rows[row] >= 0 && rows[row] < fillings->rows);
        of_row = 0;
        for (int column = 0; column < 9; column++)
            of_row |= 1 << (digits[9 * row + column] = fillings->digits[rows[row]][column]);
        check(of_row == ALL_DIGITS);
    }
    check(fillings_number_of(fillings, digits) == number);
    if (number + 1 == fillings_count(fillings))
        return;
    fillings_at(fillings, number + 1, next);
    int first = 0;
    while (first < 2 && next[first] == rows[first])
        first++;
    check(next[first] > rows[first]);
}

/* The digits of the three rows of a box, for each of the 216 ways to put its columns' sets into
 * order. */
static void list_boxes(const columns_t *tables, int partition, uint16_t rows[216][3])
{
    for (int way = 0; way < 216; way++) {
        memset(rows[way], 0, sizeof rows[way]);
        for (int column = 0, rest = way; column < 3; column++, rest /= 6) {
            unsigned set = tables->sets[partition][column];
            for (int k = 0; k < 3; k++, set &= set - 1)
                rows[way][columns_orders[rest % 6][k]] |= (uint16_t)(set & -set);
        }
    }
}

/* Count the fillings of a band, box by box; of the six orders of its rows one is looked at. */
static uint32_t plain_ways(const columns_t *tables, int p, int q, int r)
{
    static _Thread_local uint8_t
        last[TRIPLES][TRIPLES]; /* Ways of the last box, by the digits of two rows. */
    uint16_t box[3][216][3];
    uint32_t ways = 0;
    list_boxes(tables, p, box[0]);
    list_boxes(tables, q, box[1]);
    list_boxes(tables, r, box[2]);
    memset(last, 0, sizeof last);
    for (int c = 0; c < 216; c++)
        last[tables->triple_number[box[2][c][0]]][tables->triple_number[box[2][c][1]]]++;
    for (int a = 0; a < 216; a += 6)
        for (int b = 0; b < 216; b++) {
            unsigned left[3], common = 0;
            for (int row = 0; row < 3; row++) {
                common |= box[0][a][row] & box[1][b][row];
                left[row] = ALL_DIGITS & ~(unsigned)(box[0][a][row] | box[1][b][row]);
            }
            if (!common)
                ways += last[tables->triple_number[left[0]]][tables->triple_number[left[1]]];
        }
    return 6 * ways;
}

/* The standard order of a partition and number 0: that of the greatest matrix of common digits. */
static void look_at_order(const columns_t *tables, int partition)
{
    uint8_t order[9];
    int greatest = 0;
    for (int way = 0; way < 36; way++) {
        const uint8_t *rows = columns_orders[way / 6], *columns = columns_orders[way % 6];
        uint8_t digits[9];
        int matrix = 0, count = 0;
        for (int part = 0; part < 9; part++) {
            int before = count;
            for (uint8_t digit = 0; digit < 9; digit++)
                if (digit / 3 == rows[part / 3] &&
                    tables->sets[partition][columns[part % 3]] >> digit & 1)
                    digits[count++] = digit;
            matrix = 10 * matrix + count - before;
        }
        if (matrix > greatest)
            memcpy(order, digits, sizeof order);
        greatest = matrix > greatest ? matrix : greatest;
    }
    check(memcmp(order, tables->standard[partition], sizeof order) == 0);
}

/* A choice for bands 1 and 2 below the column sets of band 0. */
static void look_at_choice(const columns_t *tables, int partition, const choice_t *choice)
{
    int all[2] = {0, 0};
    for (int column = 0; column < 3; column++) {
        int above = tables->sets[partition][column];
        int first = choice->sets[0][column], second = choice->sets[1][column];
        check((above | first | second) == ALL_DIGITS && !(above & first));
        check(__builtin_popcount((unsigned)first) == 3 && !((above | first) & second));
        all[0] |= first;
        all[1] |= second;
    }
    for (int band = 0; band < 2; band++) {
        check(all[band] == ALL_DIGITS);
        check(choice->partition[band] == columns_partition(tables, choice->sets[band]));
    }
}

SUBJECT(fillings)
{
    columns_t *tables = columns_tables();
    int p = (int)(take(&input, 2) % PARTITIONS), q = (int)(take(&input, 2) % PARTITIONS);
    int r = (int)(take(&input, 2) % PARTITIONS), choice = take_up_to(&input, CHOICES - 1);
    uint32_t ways = columns_ways(tables, p, q, r);
    answer(ways);
    check(ways > 0 && ways == columns_ways(tables, p, r, q));
    check(ways == columns_ways(tables, q, p, r) && ways == columns_ways(tables, r, q, p));
    const fillings_t *fillings =
        columns_fillings(tables, tables->relative[p][q], tables->relative[p][r]);
    check(fillings_count(fillings) == ways);
    if (choice == 0)
        check(ways == plain_ways(tables, p, q, r));
    if (choice == 1)
        look_at_order(tables, p);
    uint32_t number = (uint32_t)take(&input, 2);
    if (input.size)
        look_at_choice(tables, p, &tables->choices[p][choice]);
    else
        look_at_filling(fillings, number % ways);
}
