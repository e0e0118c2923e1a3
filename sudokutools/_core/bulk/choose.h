/* Where the bulk solver splits a lane in two, and the two halves. Part of bulk/kernel.h, which
 * explains the words. */

/* How to split each lane: one (box, symbol) in two or more minirows (or minicolumns) of which one
 * half of the split gets the first, the other half the rest; all other bits of `chosen` and `first`
 * are 0. */
typedef struct {
    vec_t row_chosen[3], row_first[9];       /* [g], [3g + i] */
    vec_t column_chosen[3], column_first[9]; /* [g], [3g + j] */
} choice_t;

INLINE vec_t lowest_bit(vec_t x) { return x & (all(0) - x); }

/* Keep the first line in which a chosen (box, symbol) may stand: it is never the last of three. */
INLINE void first_line(vec_t first[3], const vec_t line[3], vec_t chosen)
{
    first[0] = line[0] & chosen;
    first[1] = AND_NOT_NOT(line[1] & chosen, line[0], all(0));
    first[2] = all(0);
}

/* Choose how to split the lanes of a set and return those that can be; the others choose nothing.
 *
 * The band or stack to work on is the one with the fewest (box, symbol) that are not yet locked to
 * one line, but some; there, a symbol that has only two ways left (no box has all three lines
 * open), or any that is not locked; there, the first box where it is not locked. On the hardest
 * puzzles this needs nine tenths of the guesses that tdoku does (61 and 98 a puzzle on two
 * collections); the first cell with two candidates needs twice as many. */
static lanes_t choose(choice_t *chosen, const vec_t word[WORDS], lanes_t splitting)
{
    vec_t row[9], column[9]; /* Where each (box, symbol) may stand. */
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

    lanes_t others = ALL_LANES & ~splitting,
            done = others; /* Not to be split; or by an earlier g. */
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
    return done & ~others;
}

/* Where the second halves of splits go: the lanes `to` take the halves that `way` brings, the pool
 * from `top` on takes the lanes `to_pool`. */
typedef struct {
    lanes_t to, to_pool;
    vec_t way;
    uint32_t *top;
    size_t pool_row;
} seconds_t;

/* Give each lane of a tile the first half of its split, and the second half its place. */
INLINE void divide(vec_t word[WORDS], const choice_t *chosen, const seconds_t *seconds,
                   const bool has_lanes, const bool has_pool)
{
    UNROLLED
    for (int g = 0; g < 3; g++) {
        const vec_t *row = chosen->row_first + 3 * g, *column = chosen->column_first + 3 * g;
        vec_t other_row[3], other_column[3];
        EACH(k)
        {
            other_row[k] = chosen->row_chosen[g] & ~row[k];
            other_column[k] = chosen->column_chosen[g] & ~column[k];
        }
        EACH(i)
        {
            EACH(j)
            {
                size_t k = WORD(g, i, j);
                vec_t first = AND_NOT_NOT(word[k], other_row[i], other_column[j]);
                vec_t second = AND_NOT_NOT(word[k], row[i], column[j]);
                if (has_pool)
                    pack_to(seconds->top + k * seconds->pool_row, seconds->to_pool, second);
                word[k] = has_lanes ? move_lanes(first, seconds->to, seconds->way, second) : first;
            }
        }
    }
}
