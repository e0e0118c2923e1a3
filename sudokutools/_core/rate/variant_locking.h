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

/* Two houses that share cells, the first one complete. */
typedef struct meeting {
    uint8_t first, second, direction;
    uint16_t outside; /* Positions of the first that are not in the second. */
    board_t rest;     /* Cells of the second that are not in the first. */
} meeting_t;

enum { MOST_MEETINGS = HOUSES * (HOUSES - 1) };

/* Whether a digit's places in the first house, two or more, lie in the second, which has others. */
static inline bool is_locked(const meeting_t *meeting, const rate_grid_t *grid, int digit)
{
    unsigned places = grid->places[digit][meeting->first];
    return places & (places - 1) && !(places & meeting->outside) &&
           grid->cells[digit] & meeting->rest;
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

/* Fill in the pairs of houses that may lock a digit, in their order; return how many there are. */
static int rate_make_meetings(meeting_t *meetings, int house_count)
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

bool locked_sets(const rate_t *r, const rate_grid_t *grid, unsigned digits, locked_use_t *use,
                 void *context)
{
    for (int begin = 0, end; digits && begin < r->meeting_count; begin = end) {
        for (end = begin; end < r->meeting_count; end++)
            if (r->meetings[end].direction != r->meetings[begin].direction)
                break;
        for (unsigned rest = digits; rest; rest &= rest - 1)
            for (int i = begin; i < end; i++) {
                const meeting_t *meeting = &r->meetings[i];
                int digit = first_bit(rest);
                if (is_locked(meeting, grid, digit) &&
                    use(context, digit, meeting->first, meeting->second))
                    return true;
            }
    }
    return false;
}

/* Whether the set leaves a house of the first one's kind one of several places: place it. */
static bool direct(void *context, int digit, int first, int second)
{
    rate_t *r = context;
    board_t rest = rate_tables.house_board[second] & ~rate_tables.house_board[first];
    int kind = first < EXTRAS ? first / 9 : AN_EXTRA;
    for (int third = begins[kind]; third < begins[kind + 1]; third++) {
        unsigned places = r->grid.places[digit][third];
        board_t left = rate_tables.house_board[third] & r->grid.cells[digit] & ~rest;
        if (third == first || !(places & (places - 1)) || !left || board_several(left))
            continue;
        int technique = kind == A_REGION ? RATE_DIRECT_POINTING : RATE_DIRECT_CLAIMING;
        return step_place(r, technique, board_first(left), digit);
    }
    return false;
}

bool rate_direct_locking(rate_t *r)
{
    return locked_sets(r, &r->grid, locked_digits(r), direct, r);
}

bool rate_locking(rate_t *r) { return locked_sets(r, &r->grid, locked_digits(r), step_locked, r); }

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
