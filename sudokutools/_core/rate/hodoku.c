/* The ladder of rate/hodoku.h: its order, singles, subsets, fish and locked candidates.
 *
 * Singles are placed in the order in which they arose, as hidden ones cost more than naked ones:
 * whenever a candidate goes, its houses and its cell are looked at. */
#include "rate/subsets.h"
#include "rate/state.h"

#include <string.h>

/* Houses in the orders of techniques: the first of each type, whose others follow it. */
static const uint8_t LINES_FIRST[] = {ROWS, COLUMNS, 0}, BOXES_FIRST[] = {0, ROWS, COLUMNS};

static void wait(hodoku_queue_t *queue, int cell, int digit)
{
    queue->items[queue->end++] = (uint16_t)(9 * cell + digit);
}

/* Look for houses with one place of a digit, which has gone from the cell. */
static void look(rate_t *r, int cell, int digit)
{
    static const uint8_t row_column_box[] = {1, 2, 0};
    r->touched_digits |= 1u << digit;
    r->touched_houses |= rate_tables.houses_of[cell];
    for (int i = 0; i < 3; i++) {
        int house = rate_tables.house_of[cell][row_column_box[i]];
        unsigned places = r->grid.places[digit][house];
        if (exactly_one(places))
            wait(&r->hodoku.singles[1], rate_tables.house_cell[house][first_bit(places)], digit);
    }
}

static void drop(rate_t *r, int cell, int digit)
{
    grid_delete(&r->grid, cell, digit);
    look(r, cell, digit);
    if (exactly_one(r->grid.candidates[cell]))
        wait(&r->hodoku.singles[0], cell, first_bit(r->grid.candidates[cell]));
}

/* Fill a cell with one of its candidates. */
static void put(rate_t *r, int cell, int digit)
{
    board_t losers = r->grid.cells[digit] & rate_tables.peer_board[cell];
    for (; losers; losers &= losers - 1)
        drop(r, board_first(losers), digit);
    for (unsigned gone = r->grid.candidates[cell]; gone; gone &= gone - 1) {
        grid_delete(&r->grid, cell, first_bit(gone));
        if (first_bit(gone) != digit)
            look(r, cell, first_bit(gone));
    }
    rate_fill(r, cell, digit);
    r->hodoku.told.cells[cell] = (uint8_t)(digit + 1);
}

static bool full_house(rate_t *r, int of)
{
    for (int i = of; r->last && i < 3; i++)
        for (houses_t rest = r->last >> LINES_FIRST[i] & ALL_DIGITS; rest; rest &= rest - 1) {
            int house = LINES_FIRST[i] + first_house(rest);
            int cell = board_first(r->grid.empty & rate_tables.house_board[house]);
            if (r->grid.candidates[cell])
                return step_place(r, 0, cell, first_bit(r->grid.candidates[cell]));
        }
    return false;
}

/* The first naked (0) or hidden (1) single that still holds. */
static bool single(rate_t *r, int of)
{
    hodoku_queue_t *queue = &r->hodoku.singles[of];
    while (queue->first < queue->end) {
        int cell = queue->items[queue->first] / 9, digit = queue->items[queue->first] % 9;
        queue->first++;
        if (r->grid.candidates[cell] >> digit & 1)
            return step_place(r, 0, cell, digit);
    }
    return false;
}

/* A search of subsets, in a house, or of fish, among parallel lines from `house` on. */
typedef struct {
    rate_t *r;
    int house, digit;
    bool is_locked;
} search_t;

static board_t cells_at(int house, unsigned positions)
{
    board_t cells = 0;
    for (; positions; positions &= positions - 1)
        cells |= board_bit(rate_tables.house_cell[house][first_bit(positions)]);
    return cells;
}

/* A naked subset removes from all houses that contain it, a locked one from two. */
static bool naked(void *context, subset_t found)
{
    const search_t *search = context;
    board_t cells = cells_at(search->house, found.members), holding = 0, losers = 0;
    houses_t shared = ALL_HOUSES;
    int houses = 0;
    for (board_t rest = cells; rest; rest &= rest - 1)
        shared &= rate_tables.houses_of[board_first(rest)];
    for (unsigned rest = found.elements; rest; rest &= rest - 1)
        holding |= search->r->grid.cells[first_bit(rest)] & ~cells;
    for (; shared; shared &= shared - 1) {
        board_t here = holding & rate_tables.house_board[first_house(shared)];
        houses += here != 0;
        losers |= here;
    }
    return houses > search->is_locked && step_take(search->r, losers, found.elements);
}

static bool hidden(void *context, subset_t found)
{
    const search_t *search = context;
    board_t cells = cells_at(search->house, found.elements);
    return step_take(search->r, cells, ALL_DIGITS & ~found.members);
}

enum { SIZE = 7, LOCKED = 8, HIDDEN = 16 };

/* Houses in which a search was in vain need none until they change: what a subset may remove never
 * grows. A locked subset is a naked one, which is searched for later. */
static bool subset(rate_t *r, int of)
{
    int size = of & SIZE;
    bool is_hidden = of & HIDDEN, is_locked = of & LOCKED;
    houses_t *changed = &r->changed[(is_hidden ? CHANGED_HIDDEN_PAIR : CHANGED_NAKED_PAIR)];
    changed += size - 2;
    for (int i = 0; i < (is_locked ? 1 : 3); i++)
        for (houses_t rest = *changed >> BOXES_FIRST[i] & ALL_DIGITS; rest; rest &= rest - 1) {
            search_t search = {r, BOXES_FIRST[i] + first_house(rest), 0, is_locked};
            family_t family = is_hidden ? hidden_family(&r->grid, search.house, size)
                                        : naked_family(&r->grid, search.house, size);
            if ((!is_hidden || r->grid.open[search.house] > size) &&
                subsets(&family, size, is_hidden ? hidden : naked, &search))
                return true;
            if (!is_locked)
                *changed &= ~house_bit(search.house);
        }
    return false;
}

static bool usable_fish(void *context, subset_t found)
{
    const search_t *search = context;
    int across = COLUMNS + ROWS - search->house;
    board_t losers = 0;
    for (unsigned rest = found.elements; rest; rest &= rest - 1)
        losers |= rate_tables.house_board[across + first_bit(rest)];
    for (unsigned rest = found.members; rest; rest &= rest - 1)
        losers &= ~rate_tables.house_board[search->house + first_bit(rest)];
    return step_take(search->r, losers, 1u << search->digit);
}

static bool fish(rate_t *r, int size)
{
    houses_t *changed = &r->changed[CHANGED_X_WING + size - 2];
    for (int base = ROWS; base >= COLUMNS; base -= COLUMNS)
        for (unsigned digits = (unsigned)*changed; digits; digits &= digits - 1) {
            search_t search = {r, base, first_bit(digits), false};
            family_t family = line_family(&r->grid, base, search.digit, size);
            if (r->grid.placed[search.digit] + 2 * size <= 9 &&
                subsets(&family, size, usable_fish, &search))
                return true;
        }
    *changed = 0;
    return false;
}

/* By their numbers. */
static const struct {
    bool (*find)(rate_t *r, int of);
    int of;
} RUNGS[] = {
    /* clang-format off */
    {full_house, 0}, {single, 0}, {single, 1}, {subset, 2 | LOCKED}, {subset, 3 | LOCKED},
    {locked_in_houses, 1 | 2}, {locked_in_houses, 8 | 4 << 4}, {subset, 2}, {subset, 3},
    {subset, 2 | HIDDEN}, {subset, 3 | HIDDEN}, {subset, 4}, {subset, 4 | HIDDEN}, {fish, 2},
    {fish, 3}, {fish, 4}, {hodoku_remote_pair, 0}, {hodoku_bug, 1},
    {hodoku_two_pairs, HODOKU_SKYSCRAPER}, {hodoku_two_pairs, HODOKU_KITE},
    {hodoku_two_pairs, HODOKU_TURBOT}, {hodoku_empty_rectangle, 0}, {hodoku_w_wing, 0},
    {hodoku_wing, RATE_XY_WING}, {hodoku_wing, RATE_XYZ_WING},
    /* clang-format on */
};

enum { SINGLES = 3, PLAYED = sizeof RUNGS / sizeof *RUNGS };

static void count(hodoku_result_t *told, int technique)
{
    told->steps++;
    if (!told->uses[technique]++)
        told->first[technique] = (uint16_t)told->steps;
}

static int play(rate_t *r)
{
    while (r->left) {
        int technique = 0;
        if (rate_work(r))
            return WORK_STOPPED;
        while (!RUNGS[technique].find(r, RUNGS[technique].of)) {
            if (++technique == PLAYED)
                return RATE_STUCK;
            if (technique != SINGLES)
                continue;
            for (unsigned rest = (unsigned)r->touched_digits; rest; rest &= rest - 1)
                rate_recount(r, first_bit(rest));
            rate_settle(r);
        }
        count(&r->hodoku.told, technique);
        if (r->step.cell >= 0)
            put(r, r->step.cell, r->step.digit);
        for (int i = 0; i < r->step.count; i++)
            for (unsigned rest = r->step.digits[i]; rest; rest &= rest - 1)
                drop(r, r->step.cells[i], first_bit(rest));
    }
    return RATE_SOLVED;
}

static const hodoku_result_t *play_on(rate_t *r)
{
    r->hodoku.told.status = play(r);
    memcpy(r->hodoku.told.candidates, r->grid.candidates, sizeof r->hodoku.told.candidates);
    memcpy(r->hodoku.told.places, r->grid.cells, sizeof r->hodoku.told.places);
    return &r->hodoku.told;
}

const hodoku_result_t *hodoku_puzzle(rate_t *r, const uint8_t cells[81])
{
    static const uint8_t nothing[81];
    memset(&r->hodoku, 0, sizeof r->hodoku);
    r->hodoku.told.status = RATE_INVALID;
    rate_begin(r, nothing);
    for (int cell = 0; cell < 81; cell++) {
        if (cells[cell] && !(r->grid.candidates[cell] >> (cells[cell] - 1) & 1))
            return &r->hodoku.told;
        if (cells[cell])
            put(r, cell, cells[cell] - 1);
    }
    return play_on(r);
}

const hodoku_result_t *hodoku_resume(rate_t *r, int technique, const uint8_t cells[81],
                                     const uint16_t candidates[81])
{
    count(&r->hodoku.told, technique);
    memset(r->hodoku.singles, 0, sizeof r->hodoku.singles);
    for (int cell = 0; cell < 81; cell++) {
        unsigned gone = r->grid.candidates[cell] & ~(unsigned)candidates[cell];
        for (; gone; gone &= gone - 1)
            drop(r, cell, first_bit(gone));
        if (cells[cell] && r->grid.candidates[cell] >> (cells[cell] - 1) & 1)
            put(r, cell, cells[cell] - 1);
    }
    return play_on(r);
}
