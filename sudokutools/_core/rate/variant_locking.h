/* Locked candidates of variants: the places of a digit in one house lie in a second house, or are
 * all seen by one cell.
 *
 * Any two houses may share several cells. The pairs that do are listed once a geometry, by the
 * kinds of the two (regions first, as rate/locking.c has them), then by their numbers. */
#include "rate/variant.h"
#include "rate/state.h"

enum { A_REGION, A_COLUMN, A_ROW, AN_EXTRA };

/* The kinds of first and second houses, in the order in which they are tried. */
static const uint8_t directions[][2] = {
    {A_REGION, A_COLUMN}, {A_REGION, A_ROW},    {A_REGION, AN_EXTRA}, {A_COLUMN, A_REGION},
    {A_ROW, A_REGION},    {A_COLUMN, AN_EXTRA}, {A_ROW, AN_EXTRA},    {AN_EXTRA, A_REGION},
    {AN_EXTRA, A_COLUMN}, {AN_EXTRA, A_ROW},    {AN_EXTRA, AN_EXTRA},
};
enum { DIRECTIONS = sizeof directions / sizeof directions[0] };

/* Where the houses of each kind begin. */
static const uint8_t begins[] = {0, COLUMNS, ROWS, EXTRAS, HOUSES};

static bool is_pointing(const meeting_t *meeting)
{
    return directions[meeting->direction][0] == A_REGION;
}

/* Fill in how two houses meet; false if they share too little, or the second has no other cell. */
static bool meet(meeting_t *meeting, int first, int second)
{
    board_t one = rate_tables.house_board[first], other = rate_tables.house_board[second];
    meeting->first = (uint8_t)first;
    meeting->second = (uint8_t)second;
    meeting->outside = 0;
    meeting->rest = other & ~one;
    for (int position = 0; position < 9; position++)
        if (!(other & board_bit(rate_tables.house_cell[first][position])))
            meeting->outside |= (uint16_t)(1u << position);
    return first != second && meeting->rest && board_several(one & other);
}

int rate_make_meetings(meeting_t *meetings, int house_count)
{
    int count = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const uint8_t *kinds = directions[direction];
        for (int first = begins[kinds[0]]; first < begins[kinds[0] + 1]; first++)
            for (int second = begins[kinds[1]]; second < begins[kinds[1] + 1]; second++) {
                if (first >= house_count || second >= house_count || !IS_COMPLETE(first))
                    continue;
                meetings[count].direction = (uint8_t)direction;
                count += meet(&meetings[count], first, second);
            }
    }
    return count;
}

/* The digits with a locked set that removes something. */
static unsigned locked_digits(rate_t *r)
{
    unsigned locked = 0;
    if (!uses(r, RATE_SHARE))
        r->changed[CHANGED_LOCKING] = ALL_DIGITS;
    for (unsigned digits = (unsigned)r->changed[CHANGED_LOCKING]; digits; digits &= digits - 1) {
        int digit = first_bit(digits);
        r->locked[digit] = 0;
        for (int i = 0; i < r->meeting_count && !r->locked[digit]; i++)
            r->locked[digit] = is_locked(&r->meetings[i], &r->grid, digit);
    }
    r->changed[CHANGED_LOCKING] = 0;
    for (int digit = 0; digit < 9; digit++)
        locked |= (unsigned)(r->locked[digit] != 0) << digit;
    return locked;
}

/* Hand the locked sets to `use`, directions before digits before houses, until it makes a step. */
static bool any_locked(rate_t *r, bool (*use)(rate_t *r, int digit, const meeting_t *meeting))
{
    const unsigned locked = locked_digits(r);
    for (int begin = 0, end; locked && begin < r->meeting_count; begin = end) {
        for (end = begin; end < r->meeting_count; end++)
            if (r->meetings[end].direction != r->meetings[begin].direction)
                break;
        for (unsigned digits = locked; digits; digits &= digits - 1)
            for (int i = begin; i < end; i++) {
                int digit = first_bit(digits);
                if (is_locked(&r->meetings[i], &r->grid, digit) && use(r, digit, &r->meetings[i]))
                    return true;
            }
    }
    return false;
}

/* Whether the set leaves a house of the first one's kind one of several places: place it. */
static bool direct(rate_t *r, int digit, const meeting_t *meeting)
{
    int kind = directions[meeting->direction][0];
    for (int third = begins[kind]; third < begins[kind + 1]; third++) {
        unsigned places = r->grid.places[digit][third];
        board_t left = rate_tables.house_board[third] & r->grid.cells[digit] & ~meeting->rest;
        if (third == meeting->first || !(places & (places - 1)) || !left || board_several(left))
            continue;
        int technique = is_pointing(meeting) ? RATE_DIRECT_POINTING : RATE_DIRECT_CLAIMING;
        return step_place(r, technique, board_first(left), digit);
    }
    return false;
}

static bool indirect(rate_t *r, int digit, const meeting_t *meeting)
{
    step_begin(r, is_pointing(meeting) ? RATE_POINTING : RATE_CLAIMING);
    step_remove_all(r, meeting->rest & r->grid.cells[digit], 1u << digit);
    return true;
}

bool rate_direct_locking(rate_t *r) { return any_locked(r, direct); }

bool rate_locking(rate_t *r) { return any_locked(r, indirect); }

bool rate_intersection(rate_t *r)
{
    for (houses_t houses = rate_tables.complete; houses; houses &= houses - 1) {
        int house = first_house(houses);
        for (int digit = 0; digit < 9; digit++) {
            board_t cells = r->grid.cells[digit], seen = cells;
            for (unsigned rest = r->grid.places[digit][house]; rest; rest &= rest - 1)
                seen &= rate_tables.peer_board[rate_tables.house_cell[house][first_bit(rest)]];
            if (!seen || !r->grid.places[digit][house])
                continue;
            step_begin(r, RATE_INTERSECTION);
            step_remove_all(r, seen, 1u << digit);
            return true;
        }
    }
    return false;
}
