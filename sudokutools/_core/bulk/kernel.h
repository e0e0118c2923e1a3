/* The bulk solver: LANES puzzles side by side, one in each 32-bit lane of 27 vectors.
 *
 * This file is compiled once for every kind of vector; the including file defines LANES and
 * BULK_SOLVE. bulk/vector.h is the arithmetic, bulk/text.h the way from and to text.
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
 * Word (g, i, j) says where the symbols 3g, 3g + 1 and 3g + 2 may still stand, in the cell (i, j)
 * of each of the nine boxes: bit 9t + 3B + S. 27 words of 27 bits hold the 729 candidates.
 *
 *     bit   26 ... 18    17 ... 9     8  7  6   5  4  3   2  1  0
 *           t = 2        t = 1        t = 0
 *                                     B = 2     B = 1     B = 0
 *
 * So what has to be joined most often lies in different vectors, at the same bits, and costs no
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
 *    loses the symbol: with p(i, S) for "may stand in row i of box S", the choices that use (i, S)
 *    are the two terms of the permanent of the 2x2 matrix that is left without row i and box S.
 *    This one rule holds pointing, claiming, and the symbols that stand fixed in a row; a row with
 *    one place left becomes a box with one place left. So a box single is the only single to look
 *    for.
 * 4. Three symbols that are each locked to one minirow fill it: it loses all others.
 * 5. The same for the stacks, with what step 3 has left.
 *
 * Steps 2 and 4 are two fifths of the work and find little while the others still go on. So every
 * other round is one without them, and nothing is asked after it: 9 (17 clues) to 20 in 100 (the
 * hardest puzzles) are gained.
 *
 * A lane is dead when a cell or a symbol of a box has no candidate left. A whole round that changes
 * nothing in a lane that is not dead leaves it stuck. If every symbol of every box is a box single,
 * stuck means solved: there are 81 candidates, no empty cell, and steps 3 and 5 agree with all of
 * them. Otherwise the lane is split in two: see choose().
 *
 * The lanes are workers without a memory of their own. A split keeps one half in its lane; the
 * other goes to a lane that has just become free, or on top of a pool that all lanes share, so that
 * the last hard puzzle of a batch spreads over all of them. A free lane takes the top of the pool,
 * or the next puzzle when there is none. Of the lanes 97 in 100 are at work.
 *
 * The rules 3 and 4 and the idea to split a band are those of Tom Dillon's tdoku (2019), for one
 * puzzle; the layout for many and the shared pool are new here. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bulk/vector.h"

#define WORD(g, i, j) (9 * (g) + 3 * (i) + (j))
#define EVERY_BIT UINT32_C(0x7ffffff)

/* Puzzles read at once. */
#define STAGE 64

/* Splitting costs the same for one lane as for all, and so does refilling: wait for a few lanes,
 * but no longer than a round. Measured: 4 to 10 % faster than not to wait. */
#define SPLIT_AT (LANES >= 16 ? 4 : LANES >= 4 ? 2 : 1)
#define REFILL_AT (LANES >= 16 ? 3 : LANES >= 4 ? 2 : 1)

/* Double rounds between two calls of the check: about a millisecond. */
#define CHECK_EVERY 4096

/* 27 words and, last, the number of the job that the lane works on. */
enum { JOB = 27, WORDS = 28 };

/* Return for each (box, symbol) what the next box of its band, S + 1, says. */
INLINE vec_t next_stack(vec_t x) { return SELECT(all(0333333333), x >> 1, x << 2); }

/* Return for each (box, symbol) what the next box of its stack, B + 1, says. */
INLINE vec_t next_band(vec_t x) { return SELECT(all(0077077077), x >> 3, x << 6); }

/* Return for each (box, symbol 3g + t) whether it is said of the same g and any other t. Bits that
 * are shifted beyond the 27 are of no meaning: the caller combines the result with a clean word. */
INLINE vec_t other_symbols(vec_t x) { return OR3(x >> 9, x << 18, x >> 18) | (x << 9); }

#include "bulk/text.h"

/* Return, in the fields of all t, whether at least three of the nine symbols have the bit. */
INLINE vec_t at_least_three(vec_t a, vec_t b, vec_t c)
{
    /* A full adder over g gives ones and twos; adding the three t of each makes 0 to 9. That is
     * right in the lowest field, and copied from there. */
    vec_t one = XOR3(a, b, c), two = MAJORITY(a, b, c);
    vec_t one1 = one >> 9, one2 = one >> 18, two1 = two >> 9, two2 = two >> 18;
    vec_t carry = MAJORITY(one, one1, one2), odd = XOR3(one, one1, one2);
    vec_t any_two = OR3(two, two1, two2);
    vec_t four = OR_AND(MAJORITY(two, two1, two2), carry, any_two);
    vec_t enough = AND_OR(all(0777), four, AND_OR(odd, any_two, carry));
    return OR3(enough, enough << 9, enough << 18);
}

/* Step 4 for one direction; line[3g + i]: the symbol may stand in minirow i of the box. */
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

/* Steps 2 (second half) and 3 for the symbols of one g. line[i]: may stand in minirow i; fixed[i]:
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
} round_t;

/* Do one round to all lanes: steps 1, 3 and 5, and in a whole round 2 and 4 too. */
INLINE round_t do_round(vec_t word[WORDS], const bool is_whole)
{
    vec_t alive = all(EVERY_BIT), single[3];
    UNROLLED
    for (int g = 0; g < 3; g++) {
        const vec_t *w = word + 9 * g;
        vec_t any[3], more[3];
        UNROLLED
        for (int i = 0; i < 3; i++) {
            any[i] = OR3(w[3 * i], w[3 * i + 1], w[3 * i + 2]);
            more[i] = MAJORITY(w[3 * i], w[3 * i + 1], w[3 * i + 2]);
        }
        single[g] = EXACTLY_ONE(any[0], any[1], any[2]) & ~OR3(more[0], more[1], more[2]);
        alive &= OR3(any[0], any[1], any[2]);
    }

    vec_t kept[27];             /* The words after step 1. */
    vec_t row[9], row_fixed[9]; /* [3g + i]: may stand, is fixed, in minirow i. */
    vec_t column_fixed[9];      /* [3g + j]: is fixed in minicolumn j. */
    UNROLLED
    for (int i = 0; i < 3; i++) {
        UNROLLED
        for (int j = 0; j < 3; j++) {
            vec_t w0 = word[WORD(0, i, j)], w1 = word[WORD(1, i, j)], w2 = word[WORD(2, i, j)];
            vec_t taken = OR_AND(OR_AND(w0 & single[0], w1, single[1]), w2, single[2]);
            taken = OR3(OR3(taken, taken >> 9, taken << 18), taken >> 18, taken << 9);
            w0 = AND_NOT_OR(w0, taken, single[0]);
            w1 = AND_NOT_OR(w1, taken, single[1]);
            w2 = AND_NOT_OR(w2, taken, single[2]);
            kept[WORD(0, i, j)] = w0, kept[WORD(1, i, j)] = w1, kept[WORD(2, i, j)] = w2;
            vec_t any = OR3(w0, w1, w2), others = other_symbols(any);
            alive = AND_OR(alive, any, others);
            vec_t only = EXACTLY_ONE(w0, w1, w2) & ~others;
            vec_t f0 = w0 & only, f1 = w1 & only, f2 = w2 & only;
            if (j == 0) {
                row[i] = w0, row[3 + i] = w1, row[6 + i] = w2;
                row_fixed[i] = f0, row_fixed[3 + i] = f1, row_fixed[6 + i] = f2;
            } else {
                row[i] |= w0, row[3 + i] |= w1, row[6 + i] |= w2;
                row_fixed[i] |= f0, row_fixed[3 + i] |= f1, row_fixed[6 + i] |= f2;
            }
            if (i == 0)
                column_fixed[j] = f0, column_fixed[3 + j] = f1, column_fixed[6 + j] = f2;
            else
                column_fixed[j] |= f0, column_fixed[3 + j] |= f1, column_fixed[6 + j] |= f2;
        }
    }

    UNROLLED
    for (int g = 0; g < 9; g += 3)
        CLOSE_LINES(next_stack, row + g, row_fixed + g);
    if (is_whole)
        hidden_triads(row);

    vec_t column[9];
    UNROLLED
    for (int g = 0; g < 3; g++) {
        const vec_t *k = kept + 9 * g, *r = row + 3 * g;
        UNROLLED
        for (int j = 0; j < 3; j++)
            column[3 * g + j] = OR_AND(OR_AND(k[j] & r[0], k[3 + j], r[1]), k[6 + j], r[2]);
        CLOSE_LINES(next_band, column + 3 * g, column_fixed + 3 * g);
    }
    if (is_whole)
        hidden_triads(column);

    vec_t change = all(0);
    UNROLLED
    for (int g = 0; g < 3; g++) {
        UNROLLED
        for (int i = 0; i < 3; i++) {
            UNROLLED
            for (int j = 0; j < 3; j++) {
                vec_t *w = &word[WORD(g, i, j)];
                vec_t now = AND3(kept[WORD(g, i, j)], row[3 * g + i], column[3 * g + j]);
                change = OR_XOR(change, now, *w);
                *w = now;
            }
        }
    }
    return (round_t){
        .dead = different(alive, all(EVERY_BIT)),
        .changed = nonzero(change),
        .unsolved = different(AND3(single[0], single[1], single[2]), all(EVERY_BIT)),
    };
}

/* How to split each lane: one (box, symbol) in two or more minirows (or minicolumns) of which one
 * half of the split gets the first, the other half the rest; all other bits of `chosen` and `first`
 * are 0. `row` and `column` say where each (box, symbol) may stand. */
typedef struct {
    vec_t row[9], row_chosen[3], row_first[9];          /* [3g + i], [g], [3g + i] */
    vec_t column[9], column_chosen[3], column_first[9]; /* [3g + j], [g], [3g + j] */
} choice_t;

INLINE vec_t lowest_bit(vec_t x) { return x & (all(0) - x); }

/* Of the three lines of a chosen (box, symbol), keep the first in which it may stand. */
INLINE void first_line(vec_t first[3], const vec_t line[3], vec_t chosen)
{
    first[0] = line[0] & chosen;
    first[1] = AND_NOT_NOT(line[1] & chosen, line[0], all(0));
    first[2] = AND_NOT_NOT(line[2] & chosen, line[0], line[1]);
}

/* Choose how to split the lanes of a set; the others choose nothing.
 *
 * The band or stack to work on is the one with the fewest (box, symbol) that are not yet locked to
 * one line, but some; there, a symbol that has only two ways left (no box has all three lines
 * open), or any that is not locked; there, the first box where it is not locked. On the hardest
 * puzzles this needs nine tenths of the guesses that tdoku does (61 and 98 a puzzle on two
 * collections); the first cell with two candidates needs twice as many. */
static void choose(choice_t *chosen, const vec_t word[WORDS], lanes_t splitting)
{
    vec_t *row = chosen->row, *column = chosen->column;
    vec_t open_row[3], open_column[3], wide_row[3], wide_column[3];
    for (int g = 0; g < 3; g++) {
        const vec_t *w = word + 9 * g;
        vec_t *r = row + 3 * g, *c = column + 3 * g;
        for (int k = 0; k < 3; k++) {
            r[k] = OR3(w[3 * k], w[3 * k + 1], w[3 * k + 2]);
            c[k] = OR3(w[k], w[3 + k], w[6 + k]);
        }
        open_row[g] = MAJORITY(r[0], r[1], r[2]);
        open_column[g] = MAJORITY(c[0], c[1], c[2]);
        wide_row[g] = AND3(r[0], r[1], r[2]);
        wide_column[g] = AND3(c[0], c[1], c[2]);
    }

    /* The smallest 8 * (number - 1) + band, + 4 for a stack; a number of 0 wraps to the largest. */
    vec_t row_one = XOR3(open_row[0], open_row[1], open_row[2]);
    vec_t row_two = MAJORITY(open_row[0], open_row[1], open_row[2]);
    vec_t column_one = XOR3(open_column[0], open_column[1], open_column[2]);
    vec_t column_two = MAJORITY(open_column[0], open_column[1], open_column[2]);
    vec_t best = all(UINT32_MAX);
    for (uint32_t k = 0; k < 3; k++) {
        vec_t in_band = all(UINT32_C(0007007007) << (3 * k));
        vec_t in_stack = all(UINT32_C(0111111111) << k);
        vec_t two = bit_count(row_two & in_band);
        vec_t number = bit_count(row_one & in_band) + two + two;
        best = minimum(best, ((number - all(1)) << 3) | all(k));
        two = bit_count(column_two & in_stack);
        number = bit_count(column_one & in_stack) + two + two;
        best = minimum(best, ((number - all(1)) << 3) | all(4 + k));
    }
    vec_t is_stack = all(0) - ((best >> 2) & all(1)); /* All ones or all zeros. */
    vec_t index = best & all(3);
    /* The first box of the band in each field of t, or nothing where it is a stack; the reverse. */
    vec_t band = (all(0001001001) << (index + index + index)) & ~is_stack;
    vec_t stack = (all(0001001001) << index) & is_stack;

    vec_t two_ways[3], any_ways[3];
    for (int g = 0; g < 3; g++) {
        vec_t open_b = OR3(open_row[g], open_row[g] >> 1, open_row[g] >> 2) & band;
        vec_t wide_b = OR3(wide_row[g], wide_row[g] >> 1, wide_row[g] >> 2);
        vec_t open_s = OR3(open_column[g], open_column[g] >> 3, open_column[g] >> 6) & stack;
        vec_t wide_s = OR3(wide_column[g], wide_column[g] >> 3, wide_column[g] >> 6);
        any_ways[g] = open_b | open_s;
        two_ways[g] = (open_b & ~wide_b) | (open_s & ~wide_s);
    }
    lanes_t none = ALL_LANES & ~nonzero(OR3(two_ways[0], two_ways[1], two_ways[2]));
    if (none)
        for (int g = 0; g < 3; g++)
            two_ways[g] = replace(two_ways[g], none, any_ways[g]);

    lanes_t done = ALL_LANES & ~splitting; /* Not to be split, or by an earlier g. */
    for (int g = 0; g < 3; g++) {
        vec_t symbol = replace(lowest_bit(two_ways[g]), done, all(0));
        done |= nonzero(two_ways[g]);
        vec_t boxes = symbol & ~is_stack;
        chosen->row_chosen[g] = lowest_bit(OR3(boxes, boxes << 1, boxes << 2) & open_row[g]);
        first_line(chosen->row_first + 3 * g, row + 3 * g, chosen->row_chosen[g]);
        boxes = symbol & is_stack;
        chosen->column_chosen[g] = lowest_bit(OR3(boxes, boxes << 3, boxes << 6) & open_column[g]);
        first_line(chosen->column_first + 3 * g, column + 3 * g, chosen->column_chosen[g]);
    }
}

typedef struct {
    text_tables_t text;
    vec_t word[WORDS];
    vec_t stage[27][STAGE / LANES]; /* Puzzles that were read: 27 rows of STAGE numbers, */
    vec_t beyond;                   /* and what spread_from() may read behind the last one. */
    size_t stage_first;             /* The job of the first of them, */
    int stage_size, stage_next;     /* how many there are, and the next to be taken. */
    uint32_t *pool; /* WORDS rows of `pool_row` numbers, each used up to pool_size. */
    size_t pool_row, pool_size;
    bulk_job_t *jobs;
    size_t count, next; /* Jobs, and the next to be read. */
    lanes_t active;
} search_t;

/* Make room in the pool for one split of all lanes and what pack_to() writes beyond. WORK_DONE or
 * WORK_NO_MEMORY. */
static int pool_reserve(search_t *s)
{
    if (s->pool_size + 2 * LANES <= s->pool_row)
        return WORK_DONE;
    size_t row = s->pool_row ? 2 * s->pool_row : 256;
    uint32_t *pool = malloc(WORDS * row * sizeof *pool);
    if (!pool)
        return WORK_NO_MEMORY;
    for (size_t k = 0; k < WORDS && s->pool_size; k++)
        memcpy(pool + k * row, s->pool + k * s->pool_row, s->pool_size * sizeof *pool);
    free(s->pool);
    s->pool = pool;
    s->pool_row = row;
    return WORK_DONE;
}

INLINE bulk_job_t *job_of(const search_t *s, int lane)
{
    uint32_t number;
    memcpy(&number, (const char *)&s->word[JOB] + 4 * lane, sizeof number);
    return &s->jobs[number];
}

/* Whether a job has as many solutions as were wanted. */
INLINE bool is_settled(const bulk_job_t *job) { return job->count >= job->limit; }

/* Give free lanes the top of the pool. */
INLINE void take_from_pool(search_t *s)
{
    lanes_t free = ALL_LANES & ~s->active;
    size_t taken = (size_t)lane_count(free);
    if (taken > s->pool_size) {
        taken = s->pool_size;
        free = lowest_lanes(free, (int)taken);
    }
    s->pool_size -= taken;
    const uint32_t *top = s->pool + s->pool_size;
    for (int k = 0; k < WORDS; k++)
        s->word[k] = spread_from(s->word[k], free, top + (size_t)k * s->pool_row);
    s->active |= free;
}

/* Give free lanes puzzles that were read. */
INLINE void take_from_stage(search_t *s)
{
    lanes_t free = ALL_LANES & ~s->active;
    int taken = lane_count(free), left = s->stage_size - s->stage_next;
    if (taken > left) {
        taken = left;
        free = lowest_lanes(free, taken);
    }
    uint32_t numbers[LANES];
    for (int k = 0; k < LANES; k++)
        numbers[k] = (uint32_t)s->stage_first + (uint32_t)(s->stage_next + k);
    for (int k = 0; k < 27; k++)
        s->word[k] = spread_from(s->word[k], free, (const uint32_t *)s->stage[k] + s->stage_next);
    s->word[JOB] = spread_from(s->word[JOB], free, numbers);
    s->stage_next += taken;
    s->active |= free;
}

/* Read the next puzzles. */
static void fill_stage(search_t *s)
{
    size_t left = s->count - s->next;
    s->stage_first = s->next;
    s->stage_size = left < STAGE ? (int)left : STAGE;
    s->stage_next = 0;
    s->next += (size_t)s->stage_size;
    read_puzzles(&s->text, s->stage, s->jobs + s->stage_first, s->stage_size);
}

/* Give work to all free lanes, as far as there is any. */
static void refill(search_t *s)
{
    /* What other lanes have settled needs no lane any more. */
    while (s->pool_size && is_settled(&s->jobs[s->pool[JOB * s->pool_row + s->pool_size - 1]]))
        s->pool_size--;
    while (s->active != ALL_LANES) {
        if (s->pool_size) {
            take_from_pool(s);
        } else {
            if (s->stage_next == s->stage_size) {
                if (s->next == s->count)
                    return;
                fill_stage(s);
            }
            take_from_stage(s);
        }
    }
}

/* Count the solutions in some lanes; return all lanes whose jobs have enough of them. */
static lanes_t take_solutions(search_t *s, lanes_t solved)
{
    lanes_t settled = 0;
    for (lanes_t rest = solved; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        bulk_job_t *job = job_of(s, lane);
        if (is_settled(job))
            continue;
        if (job->count++ == 0 && job->solution)
            write_solution(&s->text, job->solution, (const uint32_t *)s->word + lane);
        if (is_settled(job))
            settled |= ALL_LANES & ~different(s->word[JOB], all((uint32_t)(job - s->jobs)));
    }
    return settled & s->active;
}

INLINE uint32_t lane_of(const vec_t *vector, int lane) { return ((const uint32_t *)vector)[lane]; }

/* Put into `first` the line in which a known solution has the chosen (box, symbol), if it is open.
 * across: the distance of the cells of a line in the text, along: that of lines. */
static void near_line(vec_t first[3], const vec_t line[3], uint32_t bit, int lane,
                      const unsigned char *known, int g, int across, int along)
{
    int place = __builtin_ctz(bit), corner = place % 9 / 3 * 27 + place % 3 * 3;
    unsigned char symbol = (unsigned char)('1' + 3 * g + place / 9);
    for (int i = 0; i < 3; i++) {
        const unsigned char *cells = known + corner + i * along;
        if (cells[0] != symbol && cells[across] != symbol && cells[2 * across] != symbol)
            continue;
        if (!(lane_of(&line[i], lane) & bit))
            return;
        for (int k = 0; k < 3; k++)
            ((uint32_t *)&first[k])[lane] = k == i ? bit : 0;
    }
}

/* Where a job has a known solution, try first what agrees with it. Another solution differs little:
 * of 17-clue puzzles without one clue it is found with a fifth fewer splits. */
static void stay_near(const search_t *s, choice_t *chosen, lanes_t splitting)
{
    for (lanes_t rest = splitting; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        const unsigned char *known = job_of(s, lane)->known;
        for (int g = 0; known && g < 3; g++) {
            uint32_t row = lane_of(&chosen->row_chosen[g], lane);
            uint32_t column = lane_of(&chosen->column_chosen[g], lane);
            if (row)
                near_line(chosen->row_first + 3 * g, chosen->row + 3 * g, row, lane, known, g, 1,
                          9);
            if (column)
                near_line(chosen->column_first + 3 * g, chosen->column + 3 * g, column, lane, known,
                          g, 9, 1);
        }
    }
}

/* Split the lanes of a set; lanes of another set, disjoint, are free to be written. */
static void split(search_t *s, lanes_t splitting, lanes_t dead)
{
    choice_t chosen;
    choose(&chosen, s->word, splitting);
    stay_near(s, &chosen, splitting);
    for (lanes_t rest = splitting; rest; rest &= rest - 1)
        job_of(s, __builtin_ctz(rest))->guesses++;

    int wanted = lane_count(splitting), found = lane_count(dead);
    lanes_t to = found > wanted ? lowest_lanes(dead, wanted) : dead;
    lanes_t from = wanted > found ? lowest_lanes(splitting, found) : splitting;
    lanes_t to_pool = splitting & ~from;
    vec_t way = route(from, to);
    uint32_t *top = s->pool + s->pool_size;
    UNROLLED
    for (int g = 0; g < 3; g++) {
        UNROLLED
        for (int i = 0; i < 3; i++) {
            UNROLLED
            for (int j = 0; j < 3; j++) {
                size_t k = WORD(g, i, j);
                vec_t row = chosen.row_first[3 * g + i], column = chosen.column_first[3 * g + j];
                vec_t others = (chosen.row_chosen[g] & ~row) | (chosen.column_chosen[g] & ~column);
                vec_t without_first = AND_NOT_NOT(s->word[k], row, column);
                vec_t only_first = s->word[k] & ~others;
                s->word[k] = to ? move_lanes(only_first, to, way, without_first) : only_first;
                if (to_pool)
                    pack_to(top + k * s->pool_row, to_pool, without_first);
            }
        }
    }
    if (to_pool)
        pack_to(top + JOB * s->pool_row, to_pool, s->word[JOB]);
    if (to)
        s->word[JOB] = move_lanes(s->word[JOB], to, way, s->word[JOB]);
    s->pool_size += (size_t)lane_count(to_pool);
    s->active = (s->active & ~dead) | to;
}

/* Work until there is nothing left to do. */
static int run(search_t *s, check_t *check, void *context)
{
    lanes_t waiting = 0, were_free = ALL_LANES;
    for (uint32_t rounds = 1;; rounds++) {
        lanes_t free = ALL_LANES & ~s->active;
        if (lane_count(free) >= REFILL_AT || (free & were_free)) {
            refill(s);
            if (!s->active)
                return WORK_DONE;
        }
        were_free = ALL_LANES & ~s->active;
        if (rounds % CHECK_EVERY == 0 && check && check(context))
            return WORK_STOPPED;

        do_round(s->word, false);
        round_t done = do_round(s->word, true);
        lanes_t dead = done.dead & s->active;
        lanes_t stuck = s->active & ~(dead | done.changed);
        if (!(dead | stuck))
            continue;
        lanes_t solved = stuck & ~done.unsolved;
        if (solved)
            dead |= solved | take_solutions(s, solved);
        lanes_t splitting = stuck & ~dead;
        if (splitting && lane_count(splitting) < SPLIT_AT && !(splitting & waiting)) {
            waiting = splitting;
            splitting = 0;
        } else {
            waiting = 0;
        }
        if (splitting) {
            for (lanes_t rest = splitting; rest; rest &= rest - 1)
                if (is_settled(job_of(s, __builtin_ctz(rest))))
                    dead |= rest & -rest;
            splitting &= ~dead;
        }
        if (splitting) {
            if (pool_reserve(s) < 0)
                return WORK_NO_MEMORY;
            split(s, splitting, dead);
        } else {
            s->active &= ~dead;
        }
    }
}

int BULK_SOLVE(bulk_job_t *jobs, size_t count, check_t *check, void *context)
{
    search_t s = {.jobs = jobs, .count = count};
    make_tables(&s.text);
    for (size_t k = 0; k < count; k++)
        jobs[k].count = jobs[k].guesses = 0;
    int result = run(&s, check, context);
    free(s.pool);
    return result;
}
