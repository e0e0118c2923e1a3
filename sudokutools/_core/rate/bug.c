/* The bivalue universal grave: without a few extra candidates every open cell would have two
 * candidates and every digit two or no places in each house, and the puzzle two solutions or none.
 *
 *     B   the BUG cells, which have the extra candidates     extra[cell]   the extra digits of one
 *     X   all extra digits                                   common        cells that see all of B
 *
 * RATE_EARLY_BUG. Most grids are excluded early: extra digits lie in cells with three or more
 * candidates only, and each of these has some. When they are several without a common peer no type
 * can apply: type 2 removes from common peers, types 3 and 4 take cells of one house. */
#include "rate/state.h"

typedef struct {
    rate_t *r;
    int count, cells[81];
    board_t board, common;
    uint16_t extra[81];
    unsigned digits;
} bug_t;

/* The places of a digit in a house; the places in short houses are not stored. */
static inline unsigned places_in(const rate_grid_t *grid, int digit, int house)
{
    unsigned places = grid->places[digit][house];
#ifdef RATE_VARIANT
    for (int k = 0; k < rate_tables.house_size[house] && rate_tables.house_size[house] < 9; k++)
        if (grid->cells[digit] & board_bit(rate_tables.house_cell[house][k]))
            places |= 1u << k;
#endif
    return places;
}

/* Delete the extra candidate of a digit in a house from the copy. False: there can be no BUG. */
static bool settle(rate_grid_t *copy, bug_t *bug, int house, int digit)
{
    unsigned places = places_in(copy, digit, house);
    int able = 0, cell = 0;
    if (!places || exactly_two(places))
        return true;
    for (unsigned rest = places; rest; rest &= rest - 1) {
        int candidate = rate_tables.house_cell[house][first_bit(rest)];
        if (rate_tables.size[copy->candidates[candidate]] >= 3) {
            able++;
            cell = candidate;
        }
    }
    if (able == 1) {
        bug->board |= board_bit(cell);
        bug->extra[cell] |= (uint16_t)(1u << digit);
        bug->digits |= 1u << digit;
        grid_delete(copy, cell, digit);
    }
    return able > 0; /* With several, another house may settle it. */
}

/* Whether the copy is a grave: two candidates a cell, two or no places a digit and house. */
static bool is_grave(const rate_grid_t *copy)
{
    for (board_t rest = copy->empty; rest; rest &= rest - 1)
        if (rate_tables.size[copy->candidates[board_first(rest)]] != 2)
            return false;
    for (int digit = 0; digit < 9; digit++)
        for (int house = 0; house < HOUSES; house++) {
            unsigned places = places_in(copy, digit, house);
            if (places && !exactly_two(places))
                return false;
        }
    return true;
}

static bool find_bug(rate_t *r, bug_t *bug)
{
    static const int first[] = {0, ROWS, COLUMNS, EXTRAS}, end[] = {9, 27, 18, HOUSES};
    board_t able = r->grid.empty & ~r->bivalue, peers = ALL_CELLS;
    for (board_t rest = able; rest; rest &= rest - 1)
        peers &= rate_tables.peer_board[board_first(rest)];
    if (uses(r, RATE_EARLY_BUG) && (!able || (board_several(able) && !peers)))
        return false;
    rate_grid_t copy = r->grid;
    for (int type = 0; type < 4; type++)
        for (int house = first[type]; house < end[type]; house++)
            for (int digit = 0; digit < 9; digit++)
                if (!settle(&copy, bug, house, digit))
                    return false;
    if (!bug->board || !is_grave(&copy))
        return false;
    bug->common = ALL_CELLS;
    for (board_t rest = bug->board; rest; rest &= rest - 1) {
        int cell = board_first(rest);
        bug->cells[bug->count++] = cell;
        bug->common &= rate_tables.peer_board[cell];
    }
    return true;
}

/* Type 4: a digit that only the two cells share keeps them from having it both ways. */
static bool bug_type_4(bug_t *bug)
{
    rate_t *r = bug->r;
    int a = bug->cells[0], b = bug->cells[1];
    unsigned shared = r->grid.candidates[a] & r->grid.candidates[b] & ~bug->digits;
    if (!(rate_tables.houses_of[a] & rate_tables.houses_of[b]) || !exactly_one(shared))
        return false;
    step_begin(r, RATE_BUG_4);
    step_remove(r, a, ALL_DIGITS & ~bug->extra[a] & ~shared);
    step_remove(r, b, ALL_DIGITS & ~bug->extra[b] & ~shared);
    return r->step.count > 0;
}

/* Type 3: n - 1 other cells of a house hold with the extra digits n digits. */
static bool bug_type_3(bug_t *bug, int house, int n)
{
    rate_t *r = bug->r;
    for (unsigned set = 0; set < 512; set++) {
        unsigned digits = bug->digits;
        board_t cells = 0;
        if (rate_tables.size[set] != n - 1)
            continue;
        for (unsigned rest = set; rest; rest &= rest - 1) {
            int cell = rate_tables.house_cell[house][first_bit(rest)];
            cells |= board_bit(cell);
            digits |= r->grid.candidates[cell];
        }
        if (rate_tables.size[digits] != n || cells & (bug->board | ~r->grid.empty))
            continue;
        step_begin(r, RATE_BUG_3);
        r->step.rating += n - 2;
        step_remove_all(r, rate_tables.house_board[house] & ~cells & ~bug->board, digits);
        if (r->step.count)
            return true;
    }
    return false;
}

bool rate_bug(rate_t *r)
{
    bug_t bug = {.r = r};
    if (!has_uniqueness(r) || !find_bug(r, &bug))
        return false;
    if (bug.count == 1) {
        step_begin(r, RATE_BUG_1);
        step_remove(r, bug.cells[0], ALL_DIGITS & ~bug.extra[bug.cells[0]]);
        return r->step.count > 0;
    }
    if (exactly_one(bug.digits)) {
        step_begin(r, RATE_BUG_2);
        step_remove_all(r, bug.common, bug.digits);
        if (r->step.count)
            return true;
    } else if (!(bug.common & r->grid.empty)) {
        return false;
    }
    if (bug.count == 2 && bug_type_4(&bug))
        return true;
    for (int type = 0; rate_tables.size[bug.digits] > 1 && type < TYPES(bug.cells[0]); type++) {
        int house = rate_tables.house_of[bug.cells[0]][type];
        if (bug.board & ~rate_tables.house_board[house])
            continue;
        for (int n = 2; n <= 6; n++)
            if (bug_type_3(&bug, house, n))
                return true;
    }
    return false;
}
