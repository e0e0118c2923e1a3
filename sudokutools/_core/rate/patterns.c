/* Techniques of HoDoKu's ladder: remote pairs, BUG + 1, joined conjugate pairs, empty rectangles
 * and W-Wings. */
#include "rate/state.h"

static board_t seen_from(board_t cells)
{
    board_t seen = 0;
    for (; cells; cells &= cells - 1)
        seen |= rate_tables.peer_board[board_first(cells)];
    return seen;
}

/* The cells that hold these two digits alone. */
static board_t alike(const rate_t *r, unsigned digits)
{
    return r->bivalue & r->grid.cells[first_bit(digits)] & r->grid.cells[last_bit(digits)];
}

/* At least four cells that hold the same two digits, each seeing the next. */
bool hodoku_remote_pair(rate_t *r, int of)
{
    board_t done = (board_t)of;
    for (board_t starts = r->bivalue; starts; starts &= starts - 1) {
        board_t frontier = starts & -starts, colour[2] = {frontier, 0};
        unsigned digits = r->grid.candidates[board_first(starts)];
        board_t same = done & frontier ? 0 : alike(r, digits);
        for (int turn = 1; frontier; turn ^= 1) {
            frontier = seen_from(frontier) & same & ~colour[turn];
            colour[turn] |= frontier;
        }
        board_t chain = colour[0] | colour[1];
        done |= chain;
        if (board_count(chain) >= 4 &&
            step_take(r, ~chain & seen_from(colour[0]) & seen_from(colour[1]), digits))
            return true;
    }
    return false;
}

bool hodoku_bug(rate_t *r, int of)
{
    board_t rich = r->grid.empty & ~r->bivalue;
    return board_count(rich) == of && rich & r->trivalue && rate_bug(r);
}

/* The conjugate pairs of a digit: in rows, columns, then boxes. */
enum { IN_ROW, IN_COLUMN, IN_BOX };

typedef struct {
    int count;
    uint8_t cell[27][2], type[27];
} pairs_t;

static pairs_t pairs_of(const rate_t *r, int digit)
{
    static const uint8_t first[] = {ROWS, COLUMNS, 0};
    pairs_t pairs = {.count = 0};
    for (int type = IN_ROW; type <= IN_BOX; type++)
        for (houses_t rest = r->two[digit] >> first[type] & ALL_DIGITS; rest; rest &= rest - 1) {
            int house = first[type] + first_house(rest);
            unsigned places = r->grid.places[digit][house];
            pairs.cell[pairs.count][0] = rate_tables.house_cell[house][first_bit(places)];
            pairs.cell[pairs.count][1] = rate_tables.house_cell[house][last_bit(places)];
            pairs.type[pairs.count++] = (uint8_t)type;
        }
    return pairs;
}

/* Which ends of two pairs may be joined: bit 2 * end of the first + end of the second. */
static unsigned joints(const pairs_t *pairs, int i, int k, int kind)
{
    unsigned found = 0;
    int one = pairs->type[i], other = pairs->type[k];
    if (kind == HODOKU_SKYSCRAPER ? one != other || one == IN_BOX
                                  : kind == HODOKU_KITE && (one != IN_ROW || other != IN_COLUMN))
        return 0;
    for (int way = 0; way < 4; way++) {
        int a = pairs->cell[i][way >> 1], b = pairs->cell[k][way & 1];
        /* In a house of this type: the column of rows, the row of columns, or the box. */
        int type = kind == HODOKU_KITE ? 0 : 2 - one;
        bool joined = kind == HODOKU_TURBOT
                          ? rate_tables.peer_board[a] >> b & 1
                          : rate_tables.house_of[a][type] == rate_tables.house_of[b][type];
        found |= (unsigned)joined << way;
    }
    return kind == HODOKU_SKYSCRAPER && !exactly_one(found) ? 0 : found;
}

/* Two pairs with joined ends: what sees both of the other ends is false. */
bool hodoku_two_pairs(rate_t *r, int kind)
{
    for (int digit = 0; digit < 9; digit++) {
        const pairs_t pairs = pairs_of(r, digit);
        for (int both = 0; both < pairs.count * pairs.count; both++) {
            int i = both / pairs.count, k = both % pairs.count;
            for (unsigned ways = k > i ? joints(&pairs, i, k, kind) : 0; ways; ways &= ways - 1) {
                int one = first_bit(ways) >> 1, other = first_bit(ways) & 1;
                int start = pairs.cell[i][1 - one], end = pairs.cell[k][1 - other];
                board_t chain = board_bit(start) | board_bit(pairs.cell[i][one]) |
                                board_bit(pairs.cell[k][other]) | board_bit(end);
                board_t seen = rate_tables.peer_board[start] & rate_tables.peer_board[end];
                if (board_count(chain) == 4 && step_take(r, seen & ~chain, 1u << digit))
                    return true;
            }
        }
    }
    return false;
}

/* Whether a pair across the line `near` of a box leaves its digit to the line `far` there. */
static bool across(rate_t *r, int digit, int near, int far, int box, const pairs_t *pairs)
{
    board_t inside = rate_tables.house_board[box];
    bool is_row = near >= ROWS;
    for (int i = 0; i < 2 * pairs->count; i++) {
        int start = pairs->cell[i / 2][i & 1], end = pairs->cell[i / 2][~i & 1];
        board_t meeting = rate_tables.house_board[rate_tables.house_of[end][is_row ? 1 : 2]] &
                          rate_tables.house_board[far] & ~inside & ~board_bit(end);
        if (pairs->type[i / 2] == (is_row ? IN_COLUMN : IN_ROW) &&
            board_bit(start) & rate_tables.house_board[near] & ~inside &&
            step_take(r, meeting, 1u << digit))
            return true;
    }
    return false;
}

bool hodoku_empty_rectangle(rate_t *r, int of)
{
    for (int digit = of; digit < 9; digit++) {
        const pairs_t pairs = pairs_of(r, digit);
        for (int i = 0; pairs.count && i < 81; i++) {
            int box = i / 9, row = i % 9 / 3, column = i % 3;
            unsigned places = r->grid.places[digit][box];
            unsigned below = places & ~(7u << 3 * row), beside = places & ~(0111u << column);
            row += ROWS + box / 3 * 3;
            column += COLUMNS + box % 3 * 3;
            if (rate_tables.size[places] > 2 && below && beside && !(below & beside) &&
                (across(r, digit, row, column, box, &pairs) ||
                 across(r, digit, column, row, box, &pairs)))
                return true;
        }
    }
    return false;
}

/* Two cells that hold the same two digits, each seeing an end of a conjugate pair of one of them. */
bool hodoku_w_wing(rate_t *r, int of)
{
    for (board_t firsts = r->bivalue >> of << of; firsts; firsts &= firsts - 1) {
        unsigned digits = r->grid.candidates[board_first(firsts)];
        board_t one = rate_tables.peer_board[board_first(firsts)];
        for (board_t rest = alike(r, digits) & firsts & (firsts - 1) & ~one; rest; rest &= rest - 1)
            for (int turn = 0; turn < 2; turn++) {
                int joined = turn ? first_bit(digits) : last_bit(digits);
                board_t other = rate_tables.peer_board[board_first(rest)];
                const pairs_t pairs = pairs_of(r, joined);
                for (int i = 0; i < 2 * pairs.count; i++)
                    if (one >> pairs.cell[i / 2][i & 1] & other >> pairs.cell[i / 2][~i & 1] & 1 &&
                        step_take(r, one & other, digits & ~(1u << joined)))
                        return true;
            }
    }
    return false;
}
