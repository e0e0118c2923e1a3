/* The grid of the rating kernel, kept three ways at once, and the tables of its geometry.
 *
 *     places[digit]    27 masks of 9 bits, one a house: where the digit can still go
 *                      +---------------+------------------+---------------+----+
 *                      | boxes 0 .. 8  | columns 9 .. 17  | rows 18 .. 26 | 0s |  one 64-byte row
 *                      +---------------+------------------+---------------+----+
 *     cells[digit]     the same as a board of 81 bits, bit 9 * row + column
 *     candidates[cell] the same by cell, bit d for digit d + 1
 *
 * Houses are numbered in the order in which singles and sets are looked for (boxes, columns, rows),
 * so that the lowest bit of a 27-bit word of houses is the first house in the prescribed order.
 * Chains and loops take the houses of a cell in the order box, row, column: house_of[cell][0..2].
 *
 * With RATE_VARIANT the same code rates variants (rate/variant.h): regions replace boxes, further
 * houses follow the rows, up to 63 in all, and the tables belong to the geometry at hand. A house
 * of fewer than nine cells need not hold every digit: its places are kept empty, and its missing
 * cells are number 81, which never has candidates. */
#pragma once

#include "rate/rate.h"

#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2__) && !defined(RATE_PLAIN)
#include <emmintrin.h>
#define RATE_SSE2 1
#endif

#pragma GCC visibility push(hidden)

/* For functions whose constant arguments unroll their loops. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef unsigned __int128 board_t; /* One bit a cell. */

enum { ALL_DIGITS = 511, COLUMNS = 9, ROWS = 18, EXTRAS = 27 };

/* RATE_LOCAL: shared by the files of rate/, and local in rate/variant.c, which includes them. */
#ifdef RATE_VARIANT
#define RATE_LOCAL static
typedef uint64_t houses_t; /* One bit a house. */
enum { HOUSES = RATE_MOST_HOUSES, LANES = 64, MOST_TYPES = RATE_MOST_TYPES, MOST_PEERS = 80 };
#define TYPES(cell) rate_tables.type_count[cell]
#define PEERS(cell) rate_tables.peer_count[cell]
#define IS_COMPLETE(house) (rate_tables.complete >> (house)&1)
#else
#define RATE_LOCAL
typedef uint32_t houses_t; /* One bit a house. */
enum { HOUSES = 27, LANES = 32, MOST_TYPES = 3, MOST_PEERS = 20 };
#define TYPES(cell) 3        /* How many houses a cell has, */
#define PEERS(cell) 20       /* how many peers, */
#define IS_COMPLETE(house) 1 /* and whether a house has nine cells. */
#endif

#define ALL_HOUSES (((houses_t)1 << HOUSES) - 1)

#define ALL_CELLS (((board_t)1 << 81) - 1)

typedef struct {
    _Alignas(16) uint16_t places[9][LANES];
    _Alignas(16) uint16_t candidates[96];
    board_t cells[9];
    board_t empty;        /* Cells without a value, whatever candidates they have left. */
    uint8_t open[HOUSES]; /* Empty cells of each house. */
    uint8_t placed[9];    /* Cells filled with each digit. */
} rate_grid_t;

typedef struct {
    uint8_t house_cell[HOUSES][9];       /* The cells of a house by position, */
    uint8_t house_size[HOUSES];          /* and how many there are. */
    uint8_t house_of[81][MOST_TYPES];    /* Box, row, column of a cell, then further houses, */
    uint8_t position_of[81][MOST_TYPES]; /* and the cell's position in each. */
    uint8_t type_count[81], peer_count[81];
    houses_t houses_of[81];        /* The same houses as bits. */
    houses_t complete;             /* Houses of nine cells. */
    uint8_t peers[81][MOST_PEERS]; /* The rest of these houses, each cell once, then pairs. */
    board_t peer_board[81], house_board[HOUSES];
    _Alignas(16) uint16_t keep[81][LANES]; /* Places that a digit keeps when it fills the cell. */
    _Alignas(16) uint16_t peer_lanes[81][96]; /* All bits set at the peers of a cell. */
    uint8_t size[512];                        /* Number of bits. */
    int8_t only_column[512]; /* The column of a box that holds all of two or more places, or -1. */
    int8_t only_row[512];    /* The row of a box, or third of a line, likewise. */
    uint8_t increment[1024]; /* Tenths added for the length of a chain. */
} rate_tables_t;

#ifdef RATE_VARIANT
/* The tables of the geometry that this thread rates a puzzle of. */
extern _Thread_local rate_tables_t *rate_tables_at;
#define rate_tables (*rate_tables_at)
#else
extern rate_tables_t rate_tables;
#endif

RATE_LOCAL void rate_make_tables(const rate_geometry_t *geometry);

static inline board_t board_bit(int cell) { return (board_t)1 << cell; }

/* The first cell of a board that is not empty. */
static inline int board_first(board_t board)
{
    uint64_t low = (uint64_t)board;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(board >> 64));
}

static inline bool board_several(board_t board) { return (board & (board - 1)) != 0; }

static inline int first_bit(unsigned mask) { return __builtin_ctz(mask); }

static inline houses_t house_bit(int house) { return (houses_t)1 << house; }

static inline int first_house(houses_t houses)
{
    return sizeof houses == sizeof(unsigned) ? __builtin_ctz((unsigned)houses)
                                             : __builtin_ctzll(houses);
}

static inline int last_bit(unsigned mask) { return 31 - __builtin_clz(mask); }

static inline bool exactly_one(unsigned mask) { return mask && !(mask & (mask - 1)); }

static inline bool exactly_two(unsigned mask)
{
    unsigned rest = mask & (mask - 1);
    return rest && !(rest & (rest - 1));
}

/* The number of bits of a word; plain arithmetic, since not every processor counts. */
static inline int count_bits(uint64_t word)
{
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)((word * UINT64_C(0x0101010101010101)) >> 56);
}

static inline int board_count(board_t board)
{
    return count_bits((uint64_t)board) + count_bits((uint64_t)(board >> 64));
}

static inline void grid_delete(rate_grid_t *grid, int cell, int digit)
{
    grid->candidates[cell] &= (uint16_t) ~(1u << digit);
    grid->cells[digit] &= ~board_bit(cell);
    for (int type = 0; type < TYPES(cell); type++)
        grid->places[digit][rate_tables.house_of[cell][type]] &=
            (uint16_t) ~(1u << rate_tables.position_of[cell][type]);
}

/* The houses in which a digit has no, exactly one and exactly two places. */
typedef struct {
    houses_t none, one, two;
} row_counts_t;

typedef int16_t lanes8_t __attribute__((vector_size(16), may_alias));

/* Bit h: whether lane h of four vectors is all ones, not all zeros. */
static inline uint32_t lane_bits(const lanes8_t lanes[4])
{
#ifdef RATE_SSE2
    const __m128i *four = (const __m128i *)lanes;
    uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(four[0], four[1]));
    return low | (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(four[2], four[3])) << 16;
#else
    uint32_t bits = 0;
    for (int h = 0; h < 32; h++)
        bits |= (uint32_t)(lanes[h / 8][h % 8] & 1) << h;
    return bits;
#endif
}

ALWAYS_INLINE row_counts_t lanes_count(const uint16_t row[32])
{
    lanes8_t none[4], one[4], two[4];
    for (int k = 0; k < 4; k++) {
        lanes8_t mask = ((const lanes8_t *)row)[k], less = mask & (mask - 1);
        none[k] = mask == 0;
        one[k] = (less == 0) & ~none[k];
        two[k] = ((less & (less - 1)) == 0) & (less != 0);
    }
    return (row_counts_t){lane_bits(none), lane_bits(one), lane_bits(two)};
}

/* Clear the places of 32 lanes that `keep` does not hold; return the lanes that lost one. */
ALWAYS_INLINE uint32_t lanes_keep(uint16_t row[32], const uint16_t keep[32])
{
    lanes8_t *places = (lanes8_t *)row, lost[4];
    for (int k = 0; k < 4; k++) {
        lost[k] = (places[k] & ~((const lanes8_t *)keep)[k]) != 0;
        places[k] &= ((const lanes8_t *)keep)[k];
    }
    return lane_bits(lost);
}

static inline row_counts_t row_count(const uint16_t row[LANES])
{
    row_counts_t counts = lanes_count(row);
#ifdef RATE_VARIANT
    row_counts_t more = lanes_count(row + 32);
    counts.none |= more.none << 32;
    counts.one |= more.one << 32;
    counts.two |= more.two << 32;
#endif
    counts.none &= ALL_HOUSES;
    return counts;
}

/* Clear the places that `keep` does not hold; return the houses that lost one. */
static inline houses_t row_keep(uint16_t row[LANES], const uint16_t keep[LANES])
{
    houses_t lost = lanes_keep(row, keep);
#ifdef RATE_VARIANT
    lost |= (houses_t)lanes_keep(row + 32, keep + 32) << 32;
#endif
    return lost;
}

#pragma GCC visibility pop
