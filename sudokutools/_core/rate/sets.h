/* Sets of numbered candidates as words, and the tables of sets that the links of a grid make.
 *
 * The number of words is an argument of the inline functions: where it is a constant (2 to 4 for
 * nearly all grids) their loops unroll, which FOR_WORDS arranges. */
#pragma once

#include "rate/chains.h"

#pragma GCC visibility push(hidden)

/* Evaluate `call` with the constant WORDS that candidates of this number need. */
#define FOR_WORDS(count, call) \
    do { \
        if ((count) <= 128) { \
            enum { WORDS = 2 }; \
            call; \
        } else if ((count) <= 192) { \
            enum { WORDS = 3 }; \
            call; \
        } else if ((count) <= 256) { \
            enum { WORDS = 4 }; \
            call; \
        } else { \
            enum { WORDS = MAX_WORDS }; \
            call; \
        } \
    } while (0)

/* Number the candidates and make the tables; frontier and reach are of the first round. */
RATE_LOCAL void sets_make(sets_t *sets, const rate_grid_t *grid);

/* The same for the links within one digit, on boards; return the cells with strong links. */
RATE_LOCAL board_t sets_make_x(sets_t *sets, const rate_grid_t *grid, int digit);

RATE_LOCAL void sets_reach_off(sets_t *sets);

/* The rounds after which a cycle can close, if the shortest chain has this many strong links. */
static inline int rounds_before(int rounds) { return rounds > 1 ? rounds - 1 : 1; }

ALWAYS_INLINE void set_add(uint64_t *set, int i) { set[i >> 6] |= UINT64_C(1) << (i & 63); }

ALWAYS_INLINE void set_join(uint64_t *set, const uint64_t *other, int words)
{
    for (int w = 0; w < words; w++)
        set[w] |= other[w];
}

/* The first element of the intersection, -1 if it is empty. */
ALWAYS_INLINE int first_common(const uint64_t *a, const uint64_t *b, int words)
{
    for (int w = 0; w < words; w++)
        if (a[w] & b[w])
            return w * 64 + __builtin_ctzll(a[w] & b[w]);
    return -1;
}

ALWAYS_INLINE void join_rows(uint64_t *joined, const uint64_t *set, const uint64_t *table,
                             int words)
{
    for (int w = 0; w < words; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1)
            set_join(joined, table + (w * 64 + __builtin_ctzll(rest)) * words, words);
}

/* Replace the frontier by what one more strong link puts on; false if that is nothing new. */
ALWAYS_INLINE bool advance(uint64_t *frontier, uint64_t *reach, const uint64_t *next, int words)
{
    uint64_t fresh[MAX_WORDS] = {0}, any = 0;
    join_rows(fresh, frontier, next, words);
    for (int w = 0; w < words; w++) {
        frontier[w] = fresh[w] & ~reach[w];
        reach[w] |= frontier[w];
        any |= frontier[w];
    }
    return any != 0;
}
/* Let a cell's frontier within a digit grow by one strong link, and return it. */
ALWAYS_INLINE board_t advance_x(sets_t *s, int digit, int cell)
{
    board_t fresh = 0;
    for (board_t rest = s->x_frontier[digit][cell]; rest; rest &= rest - 1)
        fresh |= s->x_next[digit][board_first(rest)];
    fresh &= ~s->x_reach[digit][cell];
    s->x_reach[digit][cell] |= fresh;
    return s->x_frontier[digit][cell] = fresh;
}

#pragma GCC visibility pop
