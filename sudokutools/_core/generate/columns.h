/* Column sets of 9x9 grids. sudokutools/generating/column_sets.py explains them and is the twin of
 * this file. */
#pragma once

#include "generate/fillings.h"

#include <stdatomic.h>
#include <stdint.h>

enum { PARTITIONS = 280, CHOICES = 56, TRIPLES = 84, KINDS = 5 };

extern const uint8_t columns_orders[6][3];

/* The column sets of bands 1 and 2 in a stack, and the numbers of their partitions. */
typedef struct {
    uint16_t sets[2][3];
    uint16_t partition[2];
} choice_t;

/* Partitions of the digits 0 to 8 into three sets of three are numbered in the order of their sets
 * as masks, the set with the smallest digit first. Number 0 is {012} {345} {678}. */
typedef struct {
    uint16_t triples[TRIPLES];         /* the sets of three digits, ascending as masks */
    uint8_t triple_number[512];        /* the inverse */
    uint16_t number[TRIPLES][TRIPLES]; /* the partition with these two sets */
    uint16_t sets[PARTITIONS][3];
    uint8_t order[PARTITIONS][9];              /* digits in the order of a partition */
    uint16_t relative[PARTITIONS][PARTITIONS]; /* [p][q]: q read in the order of p */
    uint8_t kind[PARTITIONS];               /* which of the five standard partitions it becomes */
    uint8_t standard[PARTITIONS][9];        /* its standard order */
    uint16_t image[PARTITIONS][PARTITIONS]; /* [q][r]: r read in the standard order of q */
    uint16_t standard_partition[KINDS];
    choice_t choices[PARTITIONS][CHOICES]; /* for the sets of a partition in their order */
    /* Fillings of bands in standard form, [kind of the second box][third box], and their number by
     * [second][third] read in the order of the first box. They are made on first use,
     * by whichever thread comes first, and then never changed. */
    _Atomic(fillings_t *) fillings[KINDS][PARTITIONS];
    _Atomic uint16_t ways[PARTITIONS][PARTITIONS];
} columns_t;

/* Return the tables, made at the first call. NULL: no memory. */
columns_t *columns_tables(void);

/* Return the number of the partition of three column sets in any order. */
static inline int columns_partition(const columns_t *tables, const uint16_t sets[3])
{
    return tables->number[tables->triple_number[sets[0]]][tables->triple_number[sets[1]]];
}

/* Write the choices for bands 1 and 2 given the column sets of band 0 in a stack. */
void columns_choices(const columns_t *tables, const uint16_t sets[3], choice_t choices[CHOICES]);

/* Return the fillings of a band whose first box is partition 0: the digits are read in the standard
 * order of the second. NULL: no memory. */
const fillings_t *columns_fillings(columns_t *tables, int second, int third);

/* Return the number of fillings of a band of three partitions. 0: no memory. */
static inline uint32_t columns_ways(columns_t *tables, int first, int second, int third)
{
    const uint16_t *relative = tables->relative[first];
    _Atomic uint16_t *known = &tables->ways[relative[second]][relative[third]];
    uint32_t ways = atomic_load_explicit(known, memory_order_relaxed);
    if (ways)
        return ways;
    const fillings_t *fillings = columns_fillings(tables, relative[second], relative[third]);
    ways = fillings ? fillings_count(fillings) : 0;
    atomic_store_explicit(known, (uint16_t)ways, memory_order_relaxed);
    return ways;
}
