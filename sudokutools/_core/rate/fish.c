/* X-Wing, Swordfish and Jellyfish: the places of a digit in n lines lie in n crossing lines.
 *
 * Base columns come before base rows; among the fish of one direction the smallest set of base
 * lines wins, and for equal lines the lower digit. So each digit's first usable fish is found, and
 * the smallest (lines, digit) taken. */
#include "rate/subsets.h"
#include "rate/state.h"

typedef struct {
    const uint16_t *crossing; /* Places by line, in the lines across the base lines. */
    subset_t found;
} fish_t;

static bool usable(void *context, subset_t fish)
{
    fish_t *search = context;
    for (unsigned rest = fish.elements; rest; rest &= rest - 1)
        if (search->crossing[first_bit(rest)] & ~fish.members) {
            search->found = fish;
            return true;
        }
    return false;
}

static bool fish(rate_t *r, int size, int memory, int technique)
{
    for (int base = COLUMNS; base <= ROWS; base += 9) {
        int across = COLUMNS + ROWS - base, digit = -1;
        subset_t best = {1u << 9, 0};
        for (unsigned digits = (unsigned)r->changed[memory]; digits; digits &= digits - 1) {
            int d = first_bit(digits);
            fish_t search = {r->grid.places[d] + across, {0, 0}};
            if (r->grid.placed[d] + 2 * size > 9)
                continue;
            family_t family = line_family(&r->grid, base, d, size);
            if (subsets(&family, size, usable, &search) && search.found.members < best.members) {
                best = search.found;
                digit = d;
            }
        }
        if (digit < 0)
            continue;
        step_begin(r, technique);
        for (unsigned rest = best.elements; rest; rest &= rest - 1)
            for (unsigned lines = ALL_DIGITS & ~best.members; lines; lines &= lines - 1)
                step_remove(r, rate_tables.house_cell[across + first_bit(rest)][first_bit(lines)],
                            1u << digit);
        return true;
    }
    r->changed[memory] = 0;
    return false;
}

bool rate_x_wing(rate_t *r) { return fish(r, 2, CHANGED_X_WING, RATE_X_WING); }

bool rate_swordfish(rate_t *r) { return fish(r, 3, CHANGED_SWORDFISH, RATE_SWORDFISH); }

bool rate_jellyfish(rate_t *r) { return fish(r, 4, CHANGED_JELLYFISH, RATE_JELLYFISH); }
