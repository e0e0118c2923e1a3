/* The bulk solver: LANES puzzles side by side, one in each 32-bit lane of 27 vectors.
 *
 * This file is compiled once for every kind of vector; the including file defines LANES and
 * BULK_SOLVE. bulk/vector.h is the arithmetic, bulk/text.h the way from and to text, bulk/choose.h
 * where a lane is split, bulk/search.h how lanes get their work.
 *
 * The picture. A cell lies in band B and stack S, and there in row i and column j, all 0 to 2. A
 * symbol is 3g + t, g and t 0 to 2.
 *
 *               S = 0     S = 1     S = 2
 *           j = 0 1 2     0 1 2     0 1 2
 *         i = 0 . . . |   . . .   | . . .
 *     B = 0   1 . . . |   . x .   | . . .      x: B 0, S 1, i 1, j 1
 *             2 . . . |   . . .   | . . .
 *               ------+-----------+------
 *     B = 1   0 . . . |   ...
 *
 * Word (g, i, j) holds the places of the symbols 3g, 3g + 1 and 3g + 2 may still stand, in the cell
 * (i, j) of each of the nine boxes: bit 9t + 3B + S. 27 words of 27 bits hold the 729 candidates.
 *
 *     bit   26 ... 18    17 ... 9     8  7  6   5  4  3   2  1  0
 *           t = 2        t = 1        t = 0
 *                                     B = 2     B = 1     B = 0
 *
 * So words that are joined most often lie in different vectors, at the same bits, and costs no
 * shift: the cells of a box (nine words of one g), the cells of a minirow (the three cells of a box
 * in one row: three j), the cells of a minicolumn (three i), the symbols of one t. Shifts are left
 * for the step from a box to the next in its band (S) or stack (B) and for the three t.
 *
 * A round does this to all lanes, without a branch:
 * 1. A symbol with one place in a box is a box single: the cell loses its other candidates.
 * 2. A cell with one candidate takes it from the other minirows and minicolumns of its box. (From
 *    its own minirow step 1 takes it, once no other place is left in the box.)
 * 3. A symbol has to stand once in each of the three rows and three boxes of a band: three
 *    minirows, no two in one row or box. A minirow through which no such choice of three passes
 *    loses the symbol: with p(i, S) for "possible in row i of box S", the choices that use (i, S)
 *    are the two terms of the permanent of the 2x2 matrix that is left without row i and box S.
 *    This one rule holds pointing, claiming, and the symbols that stand fixed in a row; a row with
 *    one place left becomes a box with one place left. So a box single is the only single to look
 *    for.
 * 4. Three symbols that are each locked to one minirow fill it: it loses all others.
 * 5. The same for the stacks, with what step 3 has left.
 *
 * Steps 2 and 4 are two fifths of the work and find little while the others still continue. So
 * every other round is one without them, and nothing is asked after it: 9 (17 clues) to 20 in 100
 * (the hardest puzzles) are gained.
 *
 * A lane is dead when a cell has no candidate left in step 2, or a symbol of a box none at the end
 * of the round: in a search to be asked at once is worth a tenth. A whole round that changes
 * nothing in a lane that is not dead leaves it stuck. If every symbol of every box is a box single,
 * stuck means solved: there are 81 candidates, no empty cell, and steps 3 and 5 agree with all of
 * them. Otherwise the lane is split in two: see choose(). The halves of a split are split as soon as
 * little changes.
 *
 * The lanes are workers without a memory of their own. A split keeps one half in its lane; the
 * other goes to a lane that has just become free, or on top of a pool that all lanes share, so that
 * the last hard puzzle of a batch spreads over all of them. A free lane takes the top of the pool,
 * or the next puzzle if it is empty. Where one solution is enough it is the other way round: the
 * first half often has a solution, and the second is dropped from the pool (4.1 splits for a
 * solution and not 6.2, when puzzles are dug). Of the lanes 97 in 100 are at work. There are two
 * tiles of lanes, which take turns: while one goes through its round, the results of the other are
 * at hand.
 *
 * The rules 3 and 4 and the idea to split a band come from Tom Dillon's tdoku (2019), for one
 * puzzle; the layout for many and the shared pool are new here. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A round has more values than there are registers, so what counts is which of them go to memory:
 * among operations with three operands a store costs as much as eight of them (Zen 5). gcc's second
 * scheduling makes it more (2 to 3 % of a round, gcc 12), its shrinkage of live ranges less (3 to
 * 8 %). Compilers keep the words that a step has read for the next one, which would spill; force a
 * new read; not gcc with 32 registers, which does better alone. */
#if !defined(__clang__)
#pragma GCC optimize("no-schedule-insns2", "live-range-shrinkage")
#endif
#if defined(__clang__) || LANES < 16
#define READ_AGAIN() __asm__ volatile("" ::: "memory")
#else
#define READ_AGAIN() (void)0
#endif

#include "bulk/vector.h"

#define WORD(g, i, j) (9 * (g) + 3 * (i) + (j))
#define EVERY_BIT UINT32_C(0x7ffffff)

/* Puzzles read at once. */
#define STAGE 64

/* Splitting costs the same for one lane as for all, and so does refilling: wait for a few lanes,
 * but no longer than a round. Measured: 4 to 10 % faster than not to wait. */
#define SPLIT_AT (LANES >= 16 ? 4 : 2)
#define REFILL_AT (LANES >= 16 ? 3 : 2)

/* Half of a split lane is split again where a round changed at most so many places: it costs a
 * sixth more guesses, and less time than to go on until nothing changes (AVX-512 and AVX2 7 %). */
#define FEW (LANES >= 8 ? 4 : 0)

/* Tiles, whose rounds take turns. */
#define TILES 2

/* Halves of splits in the pool of questions from which on new puzzles wait. */
#define POOL_FULL 1024

/* Double rounds of all tiles between two calls of the check: about a millisecond. */
#define CHECK_EVERY 4096

/* 27 words and, last, the number of the job that the lane works on. */
enum { JOB = 27, WORDS = 28 };

/* Return for each (box, symbol) the value of the next box of its band, S + 1. */
INLINE vec_t next_stack(vec_t x) { return SELECT(all(0333333333), x >> 1, x << 2); }

/* Return for each (box, symbol) the value of the next box of its stack, B + 1. */
INLINE vec_t next_band(vec_t x) { return SELECT(all(0077077077), x >> 3, x << 6); }

/* Set `one` and `two` to x of the next two t of the same (box, g). Bits that are shifted
 * beyond the 27 are of no meaning: the caller combines the result with a clean word. */
INLINE void other_symbols(vec_t x, vec_t *one, vec_t *two)
{
#ifdef FUNNEL
    vec_t high = x << 5; /* The 27 bits at the upper end: their rotation needs one operation. */
    *one = FUNNEL(x, high, 9);
    *two = FUNNEL(x, high, 18);
#else
    *one = (x << 9) | (x >> 18);
    *two = (x << 18) | (x >> 9);
#endif
}

#include "bulk/text.h"

/* Return, in the fields of all t, whether three or more of the nine symbols have the bit. */
INLINE vec_t at_least_three(vec_t a, vec_t b, vec_t c)
{
    /* Over g: an odd number, and two or three. Three of nine are then three odd t, or two t of
     * which one has two, or two t with two. */
    vec_t odd = XOR3(a, b, c), two = MAJORITY(a, b, c), odd1, odd2, two1, two2;
    other_symbols(odd, &odd1, &odd2);
    other_symbols(two, &two1, &two2);
    vec_t mixed = OR_AND(MAJORITY(two, two1, two2), OR3(two, two1, two2), OR3(odd, odd1, odd2));
    return mixed | AND3(odd, odd1, odd2);
}

/* Step 4 for one direction; line[3g + i]: the symbol is possible in minirow i of the box. */
INLINE void hidden_triads(vec_t line[9])
{
    vec_t locked[9];
    UNROLLED
    for (int g = 0; g < 9; g += 3) {
        locked[g] = AND_NOT_NOT(line[g], line[g + 1], line[g + 2]);
        locked[g + 1] = AND_NOT_NOT(line[g + 1], line[g], line[g + 2]);
        locked[g + 2] = AND_NOT_NOT(line[g + 2], line[g], line[g + 1]);
    }
    UNROLLED
    for (int i = 0; i < 3; i++) {
        vec_t full = at_least_three(locked[i], locked[3 + i], locked[6 + i]);
        UNROLLED
        for (int g = 0; g < 9; g += 3)
            line[g + i] = AND_NOT_OR(line[g + i], full, locked[g + i]);
    }
}

/* Steps 2 (second half) and 3 for the symbols of one g. line[i]: possible in minirow i; fixed[i]:
 * is the only candidate of a cell there; NEXT: the next box of the band. */
#define CLOSE_LINES(NEXT, line, fixed) \
    do { \
        vec_t p0 = (line)[0], p1 = (line)[1], p2 = (line)[2]; \
        if (is_whole) { \
            p0 = AND_NOT_NOT(p0, (fixed)[1], (fixed)[2]); \
            p1 = AND_NOT_NOT(p1, (fixed)[0], (fixed)[2]); \
            p2 = AND_NOT_NOT(p2, (fixed)[0], (fixed)[1]); \
        } \
        vec_t q0 = NEXT(p0), q1 = NEXT(p1), q2 = NEXT(p2); \
        (line)[0] = NEXT(OR_AND(p1 & q2, q1, p2)) & p0; \
        (line)[1] = NEXT(OR_AND(p0 & q2, q0, p2)) & p1; \
        (line)[2] = NEXT(OR_AND(p0 & q1, q0, p1)) & p2; \
    } while (0)

typedef struct {
    lanes_t dead, changed, unsolved;
    lanes_t busy; /* More than FEW places changed. */
} round_t;

typedef struct {
    vec_t single[3];    /* [g]: the symbol has one place in the box. */
    vec_t kept[27];     /* The words after step 1. */
    vec_t only[9];      /* [3i + j]: is the only candidate of the cell. */
    vec_t row[9];       /* [3g + i]: possible in minirow i, */
    vec_t row_fixed[9]; /* and is the only candidate of a cell there. */
    vec_t alive;        /* Every bit: no cell is without a candidate. */
} cells_t;

INLINE void find_singles(cells_t *cells, const vec_t word[WORDS])
{
    EACH(g)
    {
        const vec_t *w = word + 9 * g;
        vec_t any[3], more[3];
        EACH(i)
        {
            any[i] = OR3(w[3 * i], w[3 * i + 1], w[3 * i + 2]);
            more[i] = MAJORITY(w[3 * i], w[3 * i + 1], w[3 * i + 2]);
        }
        vec_t one = EXACTLY_ONE(any[0], any[1], any[2]);
        cells->single[g] = one & ~OR3(more[0], more[1], more[2]);
    }
}

/* Do step 1 in the cells of rows i, and find their only candidates in a whole round. The three
 * cells of a row go stage by stage: three chains of operations are in flight. */
INLINE void look_at_cells(cells_t *cells, const vec_t word[WORDS], const int i, const bool is_whole)
{
    const vec_t *single = cells->single;
    vec_t w[3][3], taken[3], one[3], two[3]; /* [g][j], [j] */
    EACH(j)
    {
        EACH(g) w[g][j] = word[WORD(g, i, j)];
        taken[j] = OR_AND(OR_AND(w[0][j] & single[0], w[1][j], single[1]), w[2][j], single[2]);
    }
    EACH(j) other_symbols(taken[j], &one[j], &two[j]);
    EACH(j) taken[j] = OR3(taken[j], one[j], two[j]);
    EACH(g)
    {
        EACH(j) cells->kept[WORD(g, i, j)] = w[g][j] = AND_NOT_OR(w[g][j], taken[j], single[g]);
        cells->row[3 * g + i] = OR3(w[g][0], w[g][1], w[g][2]);
    }
    if (!is_whole)
        return;
    vec_t any[3], *only = cells->only + 3 * i;
    EACH(j) any[j] = OR3(w[0][j], w[1][j], w[2][j]);
    EACH(j) other_symbols(any[j], &one[j], &two[j]);
    EACH(j)
    {
        only[j] = AND_NOT_NOT(EXACTLY_ONE(w[0][j], w[1][j], w[2][j]), one[j], two[j]);
        cells->alive &= OR3(any[j], one[j], two[j]);
    }
    EACH(g)
    {
        vec_t fixed = OR_AND(w[g][0] & only[0], w[g][1], only[1]);
        cells->row_fixed[3 * g + i] = OR_AND(fixed, w[g][2], only[2]);
    }
}

/* Do the rest of steps 2 and 5 for the symbols of one g, where row[i] is left of minirow i: find
 * column[j], the rest of minicolumn j. */
INLINE void close_columns(vec_t column[3], const cells_t *cells, const vec_t row[3], const int g,
                          const bool is_whole)
{
    const vec_t *k = cells->kept + 9 * g, *only = cells->only;
    vec_t fixed[3];
    EACH(j)
    {
        column[j] = OR_AND(OR_AND(k[j] & row[0], k[3 + j], row[1]), k[6 + j], row[2]);
        if (is_whole)
            fixed[j] = OR_AND(OR_AND(k[j] & only[j], k[3 + j], only[3 + j]), k[6 + j], only[6 + j]);
    }
    CLOSE_LINES(next_band, column, fixed);
}

/* Do one round to all lanes, in a whole round with steps 2 and 4; return its findings. */
INLINE round_t do_round(vec_t word[WORDS], const bool is_whole)
{
    cells_t cells;
    cells.alive = all(EVERY_BIT);
    find_singles(&cells, word);
    const vec_t *single = cells.single;
    lanes_t unsolved = different(AND3(single[0], single[1], single[2]), all(EVERY_BIT));
    READ_AGAIN();
    EACH(i) look_at_cells(&cells, word, i, is_whole);

    READ_AGAIN();
    vec_t *row = cells.row, column[9];
    EACH(g) CLOSE_LINES(next_stack, row + 3 * g, cells.row_fixed + 3 * g);
    if (is_whole)
        hidden_triads(row);
    EACH(g) close_columns(column + 3 * g, &cells, row + 3 * g, g, is_whole);
    if (is_whole)
        hidden_triads(column);

    vec_t change = all(0);
    EACH(g)
    {
        /* A symbol without a place in a box has none in its minicolumns. */
        cells.alive &= OR3(column[3 * g], column[3 * g + 1], column[3 * g + 2]);
        EACH(i)
        {
            EACH(j)
            {
                vec_t *w = &word[WORD(g, i, j)];
                vec_t now = AND3(cells.kept[WORD(g, i, j)], row[3 * g + i], column[3 * g + j]);
                change = OR_XOR(change, now, *w);
                *w = now;
            }
        }
    }
    lanes_t changed = nonzero(change);
    return (round_t){
        .dead = different(cells.alive, all(EVERY_BIT)),
        .changed = changed,
        .unsolved = unsolved,
        .busy = FEW ? nonzero((bit_count(change) + all(31 - FEW)) & all(32)) : changed,
    };
}

#include "bulk/choose.h"
#include "bulk/search.h"
