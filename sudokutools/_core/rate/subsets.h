/* n of a family of sets whose union has exactly n elements: what hidden sets (digits and their
 * places), naked sets (cells and their candidates) and fish (lines and their places) share.
 *
 * Only sets of 2 to n elements can take part; they are gathered first, by increasing index. The
 * members are then chosen from the highest down, so that solutions come in increasing order of the
 * mask of member indexes, as prescribed, and a union already too large cuts off all below it. */
#pragma once

#include "rate/grid.h"

typedef struct {
    int count;
    uint8_t index[9];
    uint16_t set[9];
} family_t;

typedef struct {
    unsigned members;  /* Indexes of the n sets, */
    unsigned elements; /* and their union. */
} subset_t;

/* Add a set, if it has 2 to n elements; without a branch, for no processor foresees that. */
static inline void family_add(family_t *family, int index, unsigned set, int n)
{
    int size = rate_tables.size[set];
    family->index[family->count] = (uint8_t)index;
    family->set[family->count] = (uint16_t)set;
    family->count += (size >= 2) & (size <= n);
}

/* The digits of a house, by their places. */
static inline family_t hidden_family(const rate_grid_t *grid, int house, int n)
{
    family_t family = {.count = 0};
    for (int digit = 0; digit < 9; digit++)
        family_add(&family, digit, grid->places[digit][house], n);
    return family;
}

/* The cells of a house, by their candidates. */
static inline family_t naked_family(const rate_grid_t *grid, int house, int n)
{
    family_t family = {.count = 0};
    for (int position = 0; position < 9; position++)
        family_add(&family, position, grid->candidates[rate_tables.house_cell[house][position]], n);
    return family;
}

/* The lines of a type, from house `base` on, by the places of a digit. */
static inline family_t line_family(const rate_grid_t *grid, int base, int digit, int n)
{
    family_t family = {.count = 0};
    for (int line = 0; line < 9; line++)
        family_add(&family, line, grid->places[digit][base + line], n);
    return family;
}

/* Call accept(context, subset) for each n-subset among the first `below` sets, joined to the sets
 * chosen above, until it returns true; return whether it did. `size` is n of the first call. */
static inline bool subsets_below(const family_t *family, int n, int size, int below, subset_t above,
                                 bool (*accept)(void *context, subset_t subset), void *context)
{
    for (int top = n - 1; top < below; top++) {
        subset_t chosen = {above.members | 1u << family->index[top],
                           above.elements | family->set[top]};
        if (rate_tables.size[chosen.elements] > size)
            continue;
        if (n > 1 ? subsets_below(family, n - 1, size, top, chosen, accept, context)
                  : rate_tables.size[chosen.elements] == size && accept(context, chosen))
            return true;
    }
    return false;
}

static inline bool subsets(const family_t *family, int n,
                           bool (*accept)(void *context, subset_t subset), void *context)
{
    return family->count >= n &&
           subsets_below(family, n, n, family->count, (subset_t){0, 0}, accept, context);
}
