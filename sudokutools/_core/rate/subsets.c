/* Hidden and naked pairs, triples and quads, and the direct forms of hidden pairs and triples.
 *
 * RATE_SHARE. The direct form and the indirect form of a hidden set see the same sets: the direct
 * search, which comes earlier in the ladder, notes the houses that hold any, and the indirect one
 * looks at those alone. A hidden set needs more than twice its size in empty cells (direct: more
 * than its size), a naked set twice its size or more: the reference is like that. */
#include "rate/subsets.h"
#include "rate/state.h"

typedef struct {
    rate_t *r;
    int house, size;
    bool seen; /* Whether the house holds any set at all. */
} search_t;

/* Houses below `house` have been searched in vain: strike them off. */
static void passed(rate_t *r, int memory, int house)
{
    r->changed[memory] &= ~(house_bit(house) - 1);
}

/* Another digit of the house keeps exactly one of its places outside the set: place it. */
static bool direct_hidden(void *context, subset_t found)
{
    search_t *search = context;
    rate_t *r = search->r;
    int house = search->house;
    search->seen = true;
    if (r->grid.open[house] <= search->size)
        return false;
    for (int digit = 0; digit < 9; digit++) {
        unsigned mask = r->grid.places[digit][house], outside = mask & ~found.elements;
        if (found.members >> digit & 1 || !(mask & (mask - 1)) || !exactly_one(outside))
            continue;
        int cell = rate_tables.house_cell[house][first_bit(outside)];
        int technique = search->size == 2 ? RATE_DIRECT_HIDDEN_PAIR : RATE_DIRECT_HIDDEN_TRIPLE;
        return step_place(r, technique, cell, digit);
    }
    return false;
}

static bool direct_hidden_sets(rate_t *r, int size, int memory, houses_t *holding)
{
    *holding &= ~r->changed[memory];
    for (houses_t houses = r->changed[memory]; houses; houses &= houses - 1) {
        search_t search = {r, first_house(houses), size, false};
        family_t family = hidden_family(&r->grid, search.house, size);
        if (subsets(&family, size, direct_hidden, &search)) {
            passed(r, memory, search.house);
            return true;
        }
        *holding |= (houses_t)search.seen << search.house;
    }
    r->changed[memory] = 0;
    return false;
}

bool rate_direct_hidden_pair(rate_t *r)
{
    /* A pair needs two digits with two places in the house; most changed houses have none. */
    houses_t once = 0, twice = 0;
    for (int digit = 0; digit < 9; digit++) {
        twice |= once & r->two[digit];
        once |= r->two[digit];
    }
    r->with_hidden_pair &= ~r->changed[CHANGED_HIDDEN_PAIR];
    if (uses(r, RATE_SHARE))
        r->changed[CHANGED_HIDDEN_PAIR] &= twice;
    return direct_hidden_sets(r, 2, CHANGED_HIDDEN_PAIR, &r->with_hidden_pair);
}

bool rate_direct_hidden_triple(rate_t *r)
{
    return direct_hidden_sets(r, 3, CHANGED_HIDDEN_TRIPLE, &r->with_hidden_triple);
}

static bool indirect_hidden(void *context, subset_t found)
{
    static const int technique[] = {RATE_HIDDEN_PAIR, RATE_HIDDEN_TRIPLE, RATE_HIDDEN_QUAD};
    search_t *search = context;
    step_begin(search->r, technique[search->size - 2]);
    for (unsigned rest = found.elements; rest; rest &= rest - 1)
        step_remove(search->r, rate_tables.house_cell[search->house][first_bit(rest)],
                    ALL_DIGITS & ~found.members);
    return search->r->step.count > 0;
}

/* Search the houses in order; return the one with a usable set, HOUSES without one. */
static int hidden_sets(rate_t *r, int size, houses_t houses)
{
    for (; houses; houses &= houses - 1) {
        search_t search = {r, first_house(houses), size, false};
        if (r->grid.open[search.house] <= 2 * size)
            continue;
        family_t family = hidden_family(&r->grid, search.house, size);
        if (subsets(&family, size, indirect_hidden, &search))
            return search.house;
    }
    return HOUSES;
}

bool rate_hidden_pair(rate_t *r)
{
    return hidden_sets(r, 2, uses(r, RATE_SHARE) ? r->with_hidden_pair : ALL_HOUSES) < HOUSES;
}

bool rate_hidden_triple(rate_t *r)
{
    return hidden_sets(r, 3, uses(r, RATE_SHARE) ? r->with_hidden_triple : ALL_HOUSES) < HOUSES;
}

bool rate_hidden_quad(rate_t *r)
{
    int house = hidden_sets(r, 4, r->changed[CHANGED_HIDDEN_QUAD]);
    passed(r, CHANGED_HIDDEN_QUAD, house);
    return house < HOUSES;
}

static bool naked(void *context, subset_t found)
{
    static const int technique[] = {RATE_NAKED_PAIR, RATE_NAKED_TRIPLE, RATE_NAKED_QUAD};
    search_t *search = context;
    step_begin(search->r, technique[search->size - 2]);
    for (unsigned rest = ALL_DIGITS & ~found.members; rest; rest &= rest - 1)
        step_remove(search->r, rate_tables.house_cell[search->house][first_bit(rest)],
                    found.elements);
    return search->r->step.count > 0;
}

static bool naked_sets(rate_t *r, int size, int memory)
{
    for (houses_t houses = r->changed[memory]; houses; houses &= houses - 1) {
        search_t search = {r, first_house(houses), size, false};
        if (r->grid.open[search.house] < 2 * size)
            continue;
        family_t family = naked_family(&r->grid, search.house, size);
        if (subsets(&family, size, naked, &search)) {
            passed(r, memory, search.house);
            return true;
        }
    }
    r->changed[memory] = 0;
    return false;
}

bool rate_naked_pair(rate_t *r) { return naked_sets(r, 2, CHANGED_NAKED_PAIR); }

bool rate_naked_triple(rate_t *r) { return naked_sets(r, 3, CHANGED_NAKED_TRIPLE); }

bool rate_naked_quad(rate_t *r) { return naked_sets(r, 4, CHANGED_NAKED_QUAD); }
