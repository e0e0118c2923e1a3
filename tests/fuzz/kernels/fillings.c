/* Bands of three partitions of the digits: as many fillings whichever box is the first; each number
 * below that gives three rows that keep the rules and have this number. And below the column sets of
 * a band, every choice for the other two takes each digit once. */
#include "generate/columns.h"
#include "fuzz.h"

enum { ALL_DIGITS = 0777 };

/* A filling of a band in standard form by its number, and back. */
static void look_at_filling(const fillings_t *fillings, uint32_t number)
{
    int rows[FILLINGS_MAX_HEIGHT];
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_t input = {data, size};
    columns_t *tables = columns_tables();
    int p = (int)(take(&input, 2) % PARTITIONS), q = (int)(take(&input, 2) % PARTITIONS);
    int r = (int)(take(&input, 2) % PARTITIONS), choice = take_up_to(&input, CHOICES - 1);
    uint32_t ways = columns_ways(tables, p, q, r);
    check(ways > 0 && ways == columns_ways(tables, p, r, q));
    check(ways == columns_ways(tables, q, p, r) && ways == columns_ways(tables, r, q, p));
    const fillings_t *fillings =
        columns_fillings(tables, tables->relative[p][q], tables->relative[p][r]);
    check(fillings_count(fillings) == ways);
    uint32_t number = (uint32_t)take(&input, 2);
    if (input.size)
        look_at_choice(tables, p, &tables->choices[p][choice]);
    else
        look_at_filling(fillings, number % ways);
    return 0;
}
