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

static int first_of(int direction, int i)
{
    static const int base[DIRECTIONS] = {0, 0, COLUMNS, ROWS};
    return base[direction] + i;
}

uint64_t rate_locked_sets(const uint16_t places[LANES])
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

void rate_locked_set_houses(const uint16_t places[LANES], int set, int *first, int *second)
{
    *first = first_of(set / 9, set % 9);
    *second = second_house(places, set / 9, set % 9);
}

/* Bring r->locked up to date; return the union over the digits. */
static uint64_t locked_sets(rate_t *r)
{
    for (unsigned digits = (unsigned)r->changed[CHANGED_LOCKING]; digits; digits &= digits - 1) {
        int digit = first_bit(digits);
        r->locked[digit] = rate_locked_sets(r->grid.places[digit]);
    }
    r->changed[CHANGED_LOCKING] = 0;
    uint64_t any = 0;
    for (int digit = 0; digit < 9; digit++)
        any |= r->locked[digit];
    return any;
}

/* Whether the set leaves a parallel house with exactly one of several places: place it. */
static bool direct(rate_t *r, int digit, int set)
{
    const uint16_t *places = r->grid.places[digit];
    int first, second;
    rate_locked_set_houses(places, set, &first, &second);
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
            int technique = set < 18 ? RATE_DIRECT_POINTING : RATE_DIRECT_CLAIMING;
            return step_place(r, technique, cell, digit);
        }
    }
    return false;
}

bool rate_direct_locking(rate_t *r)
{
    uint64_t any = locked_sets(r);
    for (int direction = 0; any && direction < DIRECTIONS; direction++) {
        uint64_t wanted = UINT64_C(511) << 9 * direction;
        for (int digit = 0; any & wanted && digit < 9; digit++)
            for (uint64_t sets = r->locked[digit] & wanted; sets; sets &= sets - 1)
                if (direct(r, digit, __builtin_ctzll(sets)))
                    return true;
    }
    return false;
}

bool rate_locking(rate_t *r)
{
    if (!uses(r, RATE_SHARE))
        r->changed[CHANGED_LOCKING] = ALL_DIGITS;
    uint64_t any = locked_sets(r);
    if (!any)
        return false;
    uint64_t wanted = UINT64_C(511) << (__builtin_ctzll(any) / 9 * 9);
    int digit = 0, first, second;
    while (!(r->locked[digit] & wanted))
        digit++;
    int set = __builtin_ctzll(r->locked[digit] & wanted);
    rate_locked_set_houses(r->grid.places[digit], set, &first, &second);
    board_t outside = rate_tables.house_board[second] & ~rate_tables.house_board[first];
    step_begin(r, set < 18 ? RATE_POINTING : RATE_CLAIMING);
    step_remove_all(r, outside & r->grid.cells[digit], 1u << digit);
    return true;
}
