/* Full houses, hidden singles and naked singles.
 *
 * For each digit the state holds a word of 27 bits, the houses with exactly one place for it.
 * Houses are numbered in the prescribed order, so the lowest bit of the nine words together is the
 * house of the first hidden single, and the first digit with that bit is its digit. */
#include "rate/state.h"

static bool full_house(rate_t *r)
{
    for (houses_t houses = r->last; houses; houses &= houses - 1) {
        int house = first_house(houses);
        int cell = board_first(r->grid.empty & rate_tables.house_board[house]);
        if (r->grid.candidates[cell])
            return step_place(r, RATE_FULL_HOUSE, cell, first_bit(r->grid.candidates[cell]));
    }
    return false;
}

bool rate_single(rate_t *r)
{
    if (r->last && full_house(r))
        return true;
    houses_t houses = 0;
    for (int digit = 0; digit < 9; digit++)
        houses |= r->one[digit];
    if (!houses)
        return false;
    int house = first_house(houses), digit = 0;
    while (!(r->one[digit] >> house & 1))
        digit++;
    int cell = rate_tables.house_cell[house][first_bit(r->grid.places[digit][house])];
    step_place(r, RATE_HIDDEN_SINGLE, cell, digit);
    r->step.rating += house < COLUMNS ? 0 : 3;
    return true;
}

bool rate_naked_single(rate_t *r)
{
    if (!r->single)
        return false;
    int cell = board_first(r->single);
    return step_place(r, RATE_NAKED_SINGLE, cell, first_bit(r->grid.candidates[cell]));
}
