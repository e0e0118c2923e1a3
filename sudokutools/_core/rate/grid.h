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
 * Chains and loops take the houses of a cell in the order box, row, column:
 * house_of[cell][0..2]. */
#ifndef SUDOKUTOOLS_RATE_GRID_H
#define SUDOKUTOOLS_RATE_GRID_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2__) && !defined(RATE_PLAIN)
#include <emmintrin.h>
#define RATE_SSE2 1
#endif

#pragma GCC visibility push(hidden)

/* For functions whose constant arguments shall unroll their loops. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef unsigned __int128 board_t; /* One bit a cell. */

enum { ALL_DIGITS = 511, ALL_HOUSES = 0x7ffffff, COLUMNS = 9, ROWS = 18 };

#define ALL_CELLS (((board_t)1 << 81) - 1)

typedef struct {
    _Alignas(16) uint16_t places[9][32];
    _Alignas(16) uint16_t candidates[96];
    board_t cells[9];
    board_t empty;     /* Cells without a value, whatever candidates they have left. */
    uint8_t open[27];  /* Empty cells of each house. */
    uint8_t placed[9]; /* Cells filled with each digit. */
} rate_grid_t;

typedef struct {
    uint8_t house_cell[27][9];  /* The cells of a house by position. */
    uint8_t house_of[81][3];    /* Box, row, column of a cell, */
    uint8_t position_of[81][3]; /* and the cell's position in each. */
    uint32_t houses_of[81];     /* The same three houses as bits. */
    uint8_t peers[81][20];      /* The rest of box, row and column, each cell once. */
    board_t peer_board[81], house_board[27];
    _Alignas(16) uint16_t keep[81][32]; /* Places that a digit keeps when it fills the cell. */
    _Alignas(16) uint16_t peer_lanes[81][96]; /* All bits set at the peers of a cell. */
    uint8_t size[512];                        /* Number of bits. */
    int8_t only_column[512]; /* The column of a box that holds all of two or more places, or -1. */
    int8_t only_row[512];    /* The row of a box, or third of a line, likewise. */
    uint8_t increment[1024]; /* Tenths added for the length of a chain. */
} rate_tables_t;

extern rate_tables_t rate_tables;

/* Fill the tables; rate_prepare calls it. */
void rate_make_tables(void);

static inline board_t board_bit(int cell) { return (board_t)1 << cell; }

/* The first cell of a board that is not empty. */
static inline int board_first(board_t board)
{
    uint64_t low = (uint64_t)board;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(board >> 64));
}

static inline bool board_several(board_t board) { return (board & (board - 1)) != 0; }

static inline int first_bit(unsigned mask) { return __builtin_ctz(mask); }

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

/* Delete one candidate, which may be gone already. */
static inline void grid_delete(rate_grid_t *grid, int cell, int digit)
{
    grid->candidates[cell] &= (uint16_t) ~(1u << digit);
    grid->cells[digit] &= ~board_bit(cell);
    for (int type = 0; type < 3; type++)
        grid->places[digit][rate_tables.house_of[cell][type]] &=
            (uint16_t) ~(1u << rate_tables.position_of[cell][type]);
}

/* The houses in which a digit has no, exactly one and exactly two places. */
typedef struct {
    uint32_t none, one, two;
} row_counts_t;

#ifdef RATE_SSE2

/* Bit h says whether the 16-bit lane h of four vectors is all ones. */
static inline uint32_t lane_bits(__m128i a, __m128i b, __m128i c, __m128i d)
{
    uint32_t low = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(a, b));
    return low | (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(c, d)) << 16;
}

static inline row_counts_t row_count(const uint16_t row[32])
{
    const __m128i zero = _mm_setzero_si128(), minus_one = _mm_set1_epi16(-1);
    __m128i none[4], one[4], two[4];
    for (int k = 0; k < 4; k++) {
        __m128i mask = _mm_load_si128((const __m128i *)row + k);
        __m128i less = _mm_and_si128(mask, _mm_add_epi16(mask, minus_one));
        __m128i rest = _mm_and_si128(less, _mm_add_epi16(less, minus_one));
        __m128i at_most_one = _mm_cmpeq_epi16(less, zero);
        none[k] = _mm_cmpeq_epi16(mask, zero);
        one[k] = _mm_andnot_si128(none[k], at_most_one);
        two[k] = _mm_andnot_si128(at_most_one, _mm_cmpeq_epi16(rest, zero));
    }
    return (row_counts_t){lane_bits(none[0], none[1], none[2], none[3]) & ALL_HOUSES,
                          lane_bits(one[0], one[1], one[2], one[3]),
                          lane_bits(two[0], two[1], two[2], two[3])};
}

/* Clear the places that `keep` does not hold; return the houses that lost one. */
static inline uint32_t row_keep(uint16_t row[32], const uint16_t keep[32])
{
    __m128i same[4];
    for (int k = 0; k < 4; k++) {
        __m128i before = _mm_load_si128((const __m128i *)row + k);
        __m128i after = _mm_and_si128(before, _mm_load_si128((const __m128i *)keep + k));
        _mm_store_si128((__m128i *)row + k, after);
        same[k] = _mm_cmpeq_epi16(before, after);
    }
    return ~lane_bits(same[0], same[1], same[2], same[3]);
}

#else

static inline row_counts_t row_count(const uint16_t row[32])
{
    row_counts_t counts = {0, 0, 0};
    for (int house = 0; house < 27; house++) {
        counts.none |= (uint32_t)!row[house] << house;
        counts.one |= (uint32_t)exactly_one(row[house]) << house;
        counts.two |= (uint32_t)exactly_two(row[house]) << house;
    }
    return counts;
}

static inline uint32_t row_keep(uint16_t row[32], const uint16_t keep[32])
{
    uint32_t lost = 0;
    for (int house = 0; house < 27; house++) {
        lost |= (uint32_t)((row[house] & ~keep[house]) != 0) << house;
        row[house] &= keep[house];
    }
    return lost;
}

#endif

#pragma GCC visibility pop

#endif
