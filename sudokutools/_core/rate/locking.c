/* Locked candidates: a digit's places in one house lie in a second house, too.
 *
 * A locked set is one bit of a 36-bit word a digit, in the prescribed order of the four directions:
 *
 *     bits 0..8    box b, in one column     places are removed from the rest of the column
 *     bits 9..17   box b, in one row        ... of the row
 *     bits 18..26  column c, in one box     ... of the box
 *     bits 27..35  row r, in one box        ... of the box
 *
 * A bit is set only if the second house has places outside the first, for otherwise the set neither
 * removes nor (direct form) frees anything: a third house that crosses the second and has a place
 * inside it proves such a place.
 *
 * RATE_SHARE. One scan a changed digit serves both producers. */
#include "rate/state.h"

enum { DIRECTIONS = 4 };

static const int BASE[DIRECTIONS] = {0, 0, COLUMNS, ROWS}; /* The first of the first houses. */

/* The second house of a set, given the first house's number in its type. */
static int second_house(const uint16_t *places, int direction, int i)
{
    switch (direction) {
    case 0:
        return COLUMNS + i % 3 * 3 + rate_tables.only_column[places[i]];
    case 1:
        return ROWS + i / 3 * 3 + rate_tables.only_row[places[i]];
    case 2:
        return rate_tables.only_row[places[COLUMNS + i]] * 3 + i / 3;
    default:
        return i / 3 * 3 + rate_tables.only_row[places[ROWS + i]];
    }
}

/* The locked sets of a digit that remove something. */
static uint64_t sets_of(const uint16_t places[LANES])
{
    uint64_t sets = 0;
    for (int i = 0; i < 9; i++) {
        /* The rest of a line: all but the third that box i holds. The rest of a box: all but the
         * column (row) of the box that the line i runs through. */
        unsigned below = 7u << 3 * (i / 3), beside = 7u << 3 * (i % 3), through = 0111u << i % 3;
        int column = rate_tables.only_column[places[i]], row = rate_tables.only_row[places[i]];
        int down = rate_tables.only_row[places[COLUMNS + i]];
        int across = rate_tables.only_row[places[ROWS + i]];
        if (column >= 0 && places[COLUMNS + i % 3 * 3 + column] & ~below)
            sets |= UINT64_C(1) << i;
        if (row >= 0 && places[ROWS + i / 3 * 3 + row] & ~beside)
            sets |= UINT64_C(1) << (9 + i);
        if (down >= 0 && places[down * 3 + i / 3] & ~through)
            sets |= UINT64_C(1) << (18 + i);
        if (across >= 0 && places[i / 3 * 3 + across] & ~beside)
            sets |= UINT64_C(1) << (27 + i);
    }
    return sets;
}

/* Hand the sets to `use`, directions before digits before houses, until it returns true. */
static bool each_set(const uint64_t sets[9], const rate_grid_t *grid, locked_use_t *use,
                     void *context)
{
    uint64_t any = 0;
    for (int digit = 0; digit < 9; digit++)
        any |= sets[digit];
    for (int direction = 0; any && direction < DIRECTIONS; direction++)
        for (int digit = 0; digit < 9; digit++) {
            uint64_t rest = sets[digit] >> 9 * direction & ALL_DIGITS;
            for (; rest; rest &= rest - 1) {
                int i = __builtin_ctzll(rest);
                int second = second_house(grid->places[digit], direction, i);
                if (use(context, digit, BASE[direction] + i, second))
                    return true;
            }
        }
    return false;
}

bool locked_sets(const rate_t *r, const rate_grid_t *grid, unsigned digits, locked_use_t *use,
                 void *context)
{
    uint64_t sets[9] = {0};
    (void)r;
    for (; digits; digits &= digits - 1)
        sets[first_bit(digits)] = sets_of(grid->places[first_bit(digits)]);
    return each_set(sets, grid, use, context);
}

/* Bring r->locked up to date. */
static void find_locked(rate_t *r)
{
    for (unsigned digits = (unsigned)r->changed[CHANGED_LOCKING]; digits; digits &= digits - 1)
        r->locked[first_bit(digits)] = sets_of(r->grid.places[first_bit(digits)]);
    r->changed[CHANGED_LOCKING] = 0;
}

static bool any_locked(rate_t *r, locked_use_t *use)
{
    find_locked(r);
    return each_set(r->locked, &r->grid, use, r);
}

/* Whether the set leaves a parallel house with exactly one of several places: place it. */
static bool direct(void *context, int digit, int first, int second)
{
    rate_t *r = context;
    const uint16_t *places = r->grid.places[digit];
    int type = first / 9;
    for (int third = type * 9; third < type * 9 + 9; third++) {
        if (third == first || !(rate_tables.house_board[third] & rate_tables.house_board[second]))
            continue;
        unsigned outside = 0, mask = places[third];
        for (unsigned rest = mask; rest; rest &= rest - 1) {
            int cell = rate_tables.house_cell[third][first_bit(rest)];
            if (!(rate_tables.houses_of[cell] >> second & 1))
                outside |= rest & -rest;
        }
        if (rate_tables.size[mask] > 1 && exactly_one(outside)) {
            int cell = rate_tables.house_cell[third][first_bit(outside)];
            int technique = first < COLUMNS ? RATE_DIRECT_POINTING : RATE_DIRECT_CLAIMING;
            return step_place(r, technique, cell, digit);
        }
    }
    return false;
}

bool rate_direct_locking(rate_t *r) { return any_locked(r, direct); }

bool rate_locking(rate_t *r)
{
    if (!uses(r, RATE_SHARE))
        r->changed[CHANGED_LOCKING] = ALL_DIGITS;
    return any_locked(r, step_locked);
}

bool locked_in_houses(rate_t *r, int of)
{
    find_locked(r);
    for (; of; of >>= DIRECTIONS)
        for (int at = 0; at < 81 * DIRECTIONS; at++) {
            int i = at / (9 * DIRECTIONS), digit = at / DIRECTIONS % 9, direction = at % DIRECTIONS;
            if (of >> direction & 1 && r->locked[digit] >> (9 * direction + i) & 1)
                return step_locked(r, digit, BASE[direction] + i,
                                   second_house(r->grid.places[digit], direction, i));
        }
    return false;
}
