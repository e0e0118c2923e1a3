/* Tables of column sets; sudokutools/generating/column_sets.py has their meaning.
 *
 *            stack 0           stack 1           stack 2
 *   band 0   {012} {345} {678} {048} {156} {237} ...       three partitions of the digits
 *
 *   first partition -> {012} {345} {678}    by reading the digits in its order      (relative)
 *   second -> one of five                   by reading them in its standard order   (image)
 *   third  -> one of 280                    and so a band in standard form is (kind, third) */
#include "generate/columns.h"

#include "work.h"

#include <stdlib.h>
#include <string.h>

const uint8_t columns_orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                      {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static void number_partitions(columns_t *tables)
{
    int triples = 0, partitions = 0;
    for (int mask = 0; mask < 512; mask++)
        if (__builtin_popcount((unsigned)mask) == 3) {
            tables->triple_number[mask] = (uint8_t)triples;
            tables->triples[triples++] = (uint16_t)mask;
        }
    for (int i = 0; i < TRIPLES; i++)
        for (int j = 0; j < TRIPLES; j++) {
            unsigned first = tables->triples[i], second = tables->triples[j];
            unsigned third = 0777 & ~first & ~second;
            if (first & second || !(first & 1) || (second & -second) > (third & -third))
                continue;
            uint16_t sets[3] = {(uint16_t)first, (uint16_t)second, (uint16_t)third};
            memcpy(tables->sets[partitions], sets, sizeof sets);
            for (int order = 0; order < 6; order++) {
                const uint8_t *to = columns_orders[order];
                tables->number[tables->triple_number[sets[to[0]]]]
                              [tables->triple_number[sets[to[1]]]] = (uint16_t)partitions;
            }
            partitions++;
        }
}

/* Number the digits of a mask by their places in an order. */
static uint16_t relabelled(unsigned mask, const uint8_t labels[9])
{
    unsigned result = 0;
    for (; mask; mask &= mask - 1)
        result |= 1U << labels[__builtin_ctz(mask)];
    return (uint16_t)result;
}

/* Write what each partition becomes when the digits are read in an order. */
static void read_all_in_order(const columns_t *tables, const uint8_t order[9], uint16_t *becomes)
{
    uint8_t labels[9];
    uint16_t triples[TRIPLES];
    for (int place = 0; place < 9; place++)
        labels[order[place]] = (uint8_t)place;
    for (int i = 0; i < TRIPLES; i++)
        triples[i] = tables->triple_number[relabelled(tables->triples[i], labels)];
    for (int p = 0; p < PARTITIONS; p++)
        becomes[p] = tables->number[triples[tables->triple_number[tables->sets[p][0]]]]
                                   [triples[tables->triple_number[tables->sets[p][1]]]];
}

/* Write the digits of nine sets one after the other, each ascending. */
static void concatenate(uint8_t order[9], const uint16_t *sets, int count)
{
    int place = 0;
    for (int i = 0; i < count; i++)
        for (unsigned set = sets[i]; set; set &= set - 1)
            order[place++] = (uint8_t)__builtin_ctz(set);
}

/* Find the standard order of a partition: among the orders of the sets of partition 0 and of its
 * own the first that makes the matrix of the sizes of their intersections greatest. */
static void find_standard_order(const columns_t *tables, const uint16_t second[3], uint8_t order[9])
{
    int greatest = -1;
    for (int rows = 0; rows < 6; rows++)
        for (int columns = 0; columns < 6; columns++) {
            uint16_t parts[9];
            int matrix = 0;
            for (int i = 0; i < 9; i++) {
                parts[i] = tables->sets[0][columns_orders[rows][i / 3]] &
                           second[columns_orders[columns][i % 3]];
                matrix = 4 * matrix + __builtin_popcount(parts[i]);
            }
            if (matrix > greatest) {
                greatest = matrix;
                concatenate(order, parts, 9);
            }
        }
}

void columns_choices(const columns_t *tables, const uint16_t sets[3], choice_t choices[CHOICES])
{
    int count = 0;
    for (int i = 0; i < TRIPLES; i++) {
        unsigned first = tables->triples[i];
        if (first & sets[0])
            continue;
        for (int j = 0; j < TRIPLES; j++) {
            unsigned second = tables->triples[j];
            unsigned third = 0777 & ~first & ~second;
            if (second & (sets[1] | first) || third & sets[2])
                continue;
            choice_t *choice = &choices[count++];
            uint16_t band1[3] = {(uint16_t)first, (uint16_t)second, (uint16_t)third};
            for (int column = 0; column < 3; column++) {
                choice->sets[0][column] = band1[column];
                choice->sets[1][column] = 0777 & ~sets[column] & ~band1[column];
            }
            for (int band = 0; band < 2; band++)
                choice->partition[band] = (uint16_t)columns_partition(tables, choice->sets[band]);
        }
    }
}

static void find_kinds(columns_t *tables)
{
    int kinds = 0;
    for (int p = 0; p < PARTITIONS; p++) {
        int kind = 0;
        while (kind < kinds && tables->standard_partition[kind] != tables->image[p][p])
            kind++;
        if (kind == kinds)
            tables->standard_partition[kinds++] = tables->image[p][p];
        tables->kind[p] = (uint8_t)kind;
    }
}

static void *make_tables(void)
{
    columns_t *tables = calloc(1, sizeof *tables);
    if (!tables)
        return NULL;
    number_partitions(tables);
    for (int p = 0; p < PARTITIONS; p++) {
        concatenate(tables->order[p], tables->sets[p], 3);
        find_standard_order(tables, tables->sets[p], tables->standard[p]);
        read_all_in_order(tables, tables->order[p], tables->relative[p]);
        read_all_in_order(tables, tables->standard[p], tables->image[p]);
        columns_choices(tables, tables->sets[p], tables->choices[p]);
    }
    find_kinds(tables);
    return tables;
}

columns_t *columns_tables(void)
{
    static _Atomic(void *) published;
    return made_once(&published, make_tables, free);
}

const fillings_t *columns_fillings(columns_t *tables, int second, int third)
{
    int kind = tables->kind[second];
    third = tables->image[second][third];
    _Atomic(fillings_t *) *known = &tables->fillings[kind][third];
    fillings_t *fillings = atomic_load_explicit(known, memory_order_acquire);
    if (fillings)
        return fillings;
    uint16_t sets[9];
    memcpy(sets, tables->sets[0], sizeof tables->sets[0]);
    memcpy(sets + 3, tables->sets[tables->standard_partition[kind]], sizeof tables->sets[0]);
    memcpy(sets + 6, tables->sets[third], sizeof tables->sets[0]);
    return fillings_publish(known, fillings_new(sets, 9, 3));
}
