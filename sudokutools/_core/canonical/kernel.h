/* Shared by the files of the canonical forms: a 9x9 grid in both directions, the tables of bands,
 * room to work in.
 *
 * Columns are kept with a gap after each stack, as positions 0 1 2 . 4 5 6 . 8 9 10 (see
 * canonical/bytes.h), so that a set of positions is a number of the form 0x777. */
#pragma once

#include <stdint.h>

#include "canonical/form.h"

#define GAPPED(column) ((column) / 3 * 4 + (column) % 3)
enum { GAP = 3 }; /* A position of every row that holds no cell. */

extern const uint8_t canonical_orders[6][3];

/* ---- complete grids: the tables of canonical/bands.c ---- */

enum { BANDS = 72576, CLASSES = 416, COLUMN_ORDERS = 1296, AUTOMORPHISMS = 108 };

/* A map that takes the smallest band of a class to itself. */
typedef struct {
    uint8_t columns[16]; /* the gapped column that comes to each position */
    uint8_t labels[16];  /* the new label, from 0, of each label from 0; 15 of 15 */
    uint8_t fourth[16];  /* columns 9 to 2, for row 4 as a number */
    uint8_t two;         /* the label that becomes 1, the first of row 4 */
} band_automorphism_t;

typedef struct {
    uint32_t row[3][729]; /* by 81a+9b+c of three codes in row 1, 2, 3 of a box: parts of an
                                 index, the sets above bit 8, the orders below */
    uint8_t sets[400];    /* the sets of rows 1 and 2: one of 56 */
    uint16_t orders[216]; /* the orders of rows 1, 2, 3: 36 once row 1 is ascending */
    /* The class, in the order of smallest bands, times 65536, plus a map to the smallest band: top
     * row times 1296 plus order of columns. */
    uint32_t to_least[BANDS];
    uint8_t normal[36][16]; /* by the orders of row 1 in boxes 2 and 3: its sorted columns */
    uint8_t columns[COLUMN_ORDERS][16];
    uint8_t least[CLASSES][27]; /* '1' to '9' */
    uint32_t first_automorphism[CLASSES + 1];
    band_automorphism_t *automorphisms;
} band_tables_t;

band_tables_t *canonical_band_tables(void);

/* Index in canonical_orders of the order of three numbers: which is smallest, and so on. */
static inline int order_of(int a, int b, int c) { return 2 * ((a > b) + (a > c)) + (b > c); }

/* Index of the band whose box 1 holds codes 0 to 8 row by row, from the sums of tables->row. */
static inline int band_index(const band_tables_t *tables, uint32_t box2, uint32_t box3)
{
    return tables->sets[box2 >> 8] * 1296 + tables->orders[box2 & 255] * 36 +
           tables->orders[box3 & 255];
}

/* ---- puzzles ---- */

/* A way to begin the canonical puzzle; canonical/puzzles.h explains it. */
typedef struct {
    uint8_t order[16]; /* the gapped column at each position */
    uint8_t label[16]; /* of each digit, times 16: 0 of an empty cell, 0xf0 of a new digit */
    uint16_t used;     /* rows */
    uint16_t free;     /* positions whose column is empty so far, as 0x777 */
    uint8_t side;      /* 1: transposed */
    uint8_t band;      /* to be finished; NO_BAND */
    uint8_t labels;    /* given so far */
    uint8_t rows[9];   /* used, in order */
} puzzle_state_t;

enum { NO_BAND = 3 };

typedef struct {
    uint32_t state;
    uint32_t row;
} puzzle_step_t;

/* Room that grows; all zero at first. */
typedef struct {
    puzzle_state_t *states, *next;
    puzzle_step_t *steps;
    size_t states_room, next_room, steps_room;
} canonical_room_t;

/* Write the canonical form of one grid: 81 characters. Return the number of automorphisms, 0 if a
 * digit is repeated, or WORK_NO_MEMORY. Without tables (NULL) complete grids take longer. */
typedef long canonical_one_t(const uint8_t *cells, uint8_t empty, uint8_t *line,
                             const band_tables_t *tables, canonical_room_t *room);

canonical_one_t canonical_one_sse, canonical_one_plain;
