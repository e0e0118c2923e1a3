/* Unique rectangles and loops: a closed walk over cells that all hold the same two digits a, b.
 *
 *     ab ------- ab         If no cell of the loop had another digit, a and b could be swapped
 *      |         |          along it: a second solution. So the extra digits (c) of the cells E
 *     ab -- ... abc         that have some are needed, which the four types use.
 *
 * A walk starts at a cell with candidates a, b alone, in index order, and takes the links of box,
 * row and column, not twice the same kind in a row. It is a loop when the cells at odd places touch
 * each house at most once, those at even places too, and both touch the same houses.
 *
 * Loops are found many times, from other starts and backwards. Only the smallest (rating, type) is
 * wanted and the first of equals: later finds of the same rank never win, so none are kept.
 *
 * RATE_PRUNE_LOOPS. Odd and even cells have the same houses, so every house that a
 * loop touches holds two of its cells: cells alone in a house are dropped repeatedly. A
 * walk that touches a house twice at places of one parity can be no loop and is given up at once. A
 * loop rated above the best step, or whose cells were examined just now, cannot win. Whether cells
 * are a loop does not depend on where the walk starts, so all loops through a start are known when
 * its walks are done, and later walks pass it over.
 *
 * RATE_REMEMBER. Two digits without a loop have none until a cell that holds both changes. */
#include "rate/state.h"

typedef struct {
    rate_t *r;
    board_t free; /* Cells that hold a and b and are not in the walk. */
    unsigned ab;
    int length;
    uint8_t cells[81];
    houses_t touched[2]; /* Houses of the cells at even and at odd places. */
    bool pruned;
    bool any;                        /* Whether there was a loop. */
    board_t known[16];               /* The last loops examined, by their cells, */
    unsigned known_ab[16], examined; /* their digits, and how many there were. */
    int rating, type;                /* Of the best step so far; rating 0: no step yet. */
    rate_step_t best;
} walk_t;

/* A finished loop: its cells with extra digits. */
typedef struct {
    int base; /* Rating by length. */
    int count, extra[2];
    board_t extras;
    unsigned digits; /* All the extra digits. */
} loop_t;

static int base_rating(int length)
{
    int first = length == 4 ? RATE_UNIQUE_RECTANGLE_1 : RATE_UNIQUE_LOOP_1;
    return rate_rows[first].least + (length < 8 ? 0 : length == 8 ? 1 : 4);
}

static void begin(walk_t *w, int type, int rating)
{
    static const int techniques[2][4] = {
        {RATE_UNIQUE_RECTANGLE_1, RATE_UNIQUE_RECTANGLE_2, RATE_UNIQUE_RECTANGLE_3,
         RATE_UNIQUE_RECTANGLE_4},
        {RATE_UNIQUE_LOOP_1, RATE_UNIQUE_LOOP_2, RATE_UNIQUE_LOOP_3, RATE_UNIQUE_LOOP_4}};
    step_begin(w->r, techniques[w->length > 4][type - 1]);
    w->r->step.rating = rating;
}

/* Keep the step just made if it removes something and is less than the best. */
static void offer(walk_t *w, int type)
{
    const rate_step_t *step = &w->r->step;
    if (!step->count ||
        (w->rating && (step->rating > w->rating || (step->rating == w->rating && type >= w->type))))
        return;
    w->rating = step->rating;
    w->type = type;
    w->best = *step;
}

static unsigned positions(int house, board_t cells)
{
    unsigned mask = 0;
    for (int position = 0; position < 9; position++)
        if (cells & board_bit(rate_tables.house_cell[house][position]))
            mask |= 1u << position;
    return mask;
}

/* Type 3 with a naked set: n - 1 other cells of the house hold with the extra digits n digits. */
static void naked_set(walk_t *w, const loop_t *loop, int house, int n)
{
    const rate_grid_t *grid = &w->r->grid;
    unsigned others = positions(house, grid->empty & ~loop->extras), able = 0;
    for (unsigned rest = others; rest; rest &= rest - 1)
        if (rate_tables.size[grid->candidates[rate_tables.house_cell[house][first_bit(rest)]]] >= 2)
            able |= rest & -rest;
    for (unsigned set = 0; (set = (set - able) & able) != 0;) {
        unsigned digits = loop->digits;
        for (unsigned rest = set; rest; rest &= rest - 1)
            digits |= grid->candidates[rate_tables.house_cell[house][first_bit(rest)]];
        if (rate_tables.size[set] != n - 1 || rate_tables.size[digits] != n)
            continue;
        begin(w, 3, loop->base + n - 1);
        for (unsigned rest = others & ~set; rest; rest &= rest - 1)
            step_remove(w->r, rate_tables.house_cell[house][first_bit(rest)], digits);
        offer(w, 3);
    }
}

/* Type 3 with a hidden set: a, b and n - 2 more digits lie in n - 1 cells beside the two. */
static void hidden_set(walk_t *w, const loop_t *loop, int house, int n)
{
    unsigned able = ALL_DIGITS & ~w->ab & ~loop->digits, chosen = 0;
    unsigned two = positions(house, loop->extras);
    do {
        unsigned places = 0, digits = chosen | w->ab;
        bool all = rate_tables.size[chosen] == n - 2;
        for (unsigned rest = digits; all && rest; rest &= rest - 1) {
            unsigned mask = w->r->grid.places[first_bit(rest)][house];
            all = mask != 0;
            places |= mask & ~two;
        }
        if (all && rate_tables.size[places] == n - 1) {
            begin(w, 3, loop->base + n - 2);
            for (unsigned rest = places; rest; rest &= rest - 1)
                step_remove(w->r, rate_tables.house_cell[house][first_bit(rest)],
                            ALL_DIGITS & ~digits);
            offer(w, 3);
        }
        chosen = (chosen - able) & able;
    } while (chosen);
}

static void loop_type_3(walk_t *w, const loop_t *loop, int house)
{
    int open = w->r->grid.open[house];
    for (int n = 2; n <= 7; n++) {
        if (2 * n <= open && n >= rate_tables.size[loop->digits])
            naked_set(w, loop, house, n);
        if (2 * n < open)
            hidden_set(w, loop, house, n);
    }
}

/* One of a, b has its only two places of the house in the two cells: the other one goes. */
static void loop_type_4(walk_t *w, const loop_t *loop, int house)
{
    for (unsigned rest = w->ab; rest; rest &= rest - 1) {
        if (!exactly_two(w->r->grid.places[first_bit(rest)][house]))
            continue;
        begin(w, 4, loop->base);
        step_remove(w->r, loop->extra[0], w->ab & ~(rest & -rest));
        step_remove(w->r, loop->extra[1], w->ab & ~(rest & -rest));
        offer(w, 4);
    }
}

/* Whether the cells of the walk were examined lately: other orders of them give the same steps. */
static bool is_known(walk_t *w)
{
    board_t cells = 0;
    for (int i = 0; i < w->length; i++)
        cells |= board_bit(w->cells[i]);
    for (int i = 0; i < 16; i++)
        if (w->known[i] == cells && w->known_ab[i] == w->ab)
            return true;
    w->known[w->examined % 16] = cells;
    w->known_ab[w->examined++ % 16] = w->ab;
    return false;
}

static void examine(walk_t *w)
{
    w->any = true;
    loop_t loop = {.base = base_rating(w->length)};
    if (w->pruned && ((w->rating && loop.base > w->rating) || is_known(w)))
        return;
    board_t seen = ALL_CELLS;
    for (int i = 0; i < w->length; i++) {
        unsigned digits = w->r->grid.candidates[w->cells[i]] & ~w->ab;
        if (!digits)
            continue;
        if (loop.count < 2)
            loop.extra[loop.count] = w->cells[i];
        loop.count++;
        loop.extras |= board_bit(w->cells[i]);
        loop.digits |= digits;
        seen &= rate_tables.peer_board[w->cells[i]];
    }
    if (loop.count == 1) {
        begin(w, 1, loop.base);
        step_remove(w->r, loop.extra[0], w->ab);
        offer(w, 1);
    } else if (loop.count >= 2 && exactly_one(loop.digits)) {
        begin(w, 2, loop.base);
        step_remove_all(w->r, seen & w->r->grid.cells[first_bit(loop.digits)], loop.digits);
        offer(w, 2);
    } else if (loop.count == 2) {
        houses_t common =
            rate_tables.houses_of[loop.extra[0]] & rate_tables.houses_of[loop.extra[1]];
        for (int form = 3; form <= 4; form++)
            for (int type = 0; type < TYPES(loop.extra[0]); type++) {
                int house = rate_tables.house_of[loop.extra[0]][type];
                if (common >> house & 1)
                    (form == 3 ? loop_type_3 : loop_type_4)(w, &loop, house);
            }
    }
}

static bool is_loop(const walk_t *w)
{
    houses_t touched[2] = {0, 0};
    for (int i = 0; i < w->length; i++) {
        houses_t houses = rate_tables.houses_of[w->cells[i]];
        if (touched[i & 1] & houses)
            return false;
        touched[i & 1] |= houses;
    }
    return touched[0] == touched[1];
}

/* Enter `cell` and walk on. `extra` are the extra digits of the walk, `allowed` the number of cells
 * with extra digits that may still follow, `linked` the house just used (-1 at the start). */
static void enter(walk_t *w, int cell, unsigned extra, int allowed, int linked)
{
    int parity = w->length & 1;
    houses_t touched = w->touched[parity];
    if (w->pruned && touched & rate_tables.houses_of[cell])
        return;
    w->touched[parity] |= rate_tables.houses_of[cell];
    w->free &= ~board_bit(cell);
    w->cells[w->length++] = (uint8_t)cell;
    for (int type = 0; type < TYPES(cell); type++) {
        int house = rate_tables.house_of[cell][type];
        if (house == linked)
            continue;
        board_t next = rate_tables.house_board[house];
        for (next &= w->free | board_bit(w->cells[0]); next; next &= next - 1) {
            int other = board_first(next);
            if (other == w->cells[0]) {
                if (w->length >= 4 && is_loop(w))
                    examine(w);
                continue;
            }
            unsigned own = w->r->grid.candidates[other] & ~w->ab, all = extra | own;
            if (!own || exactly_one(all) || allowed > 0)
                enter(w, other, all, own ? allowed - 1 : allowed, house);
        }
    }
    w->length--;
    w->free |= board_bit(cell);
    w->touched[parity] = touched;
}

/* The cells that hold both digits, except cells that cannot lie on a loop. */
static board_t loop_cells(const rate_t *r, unsigned ab)
{
    board_t cells = r->grid.cells[first_bit(ab)] & r->grid.cells[last_bit(ab)];
    for (bool again = uses(r, RATE_PRUNE_LOOPS); again;) {
        again = false;
        if (board_count(cells) < 4)
            return 0;
        for (int house = 0; house < HOUSES; house++) {
            board_t here = cells & rate_tables.house_board[house];
            if (here && !board_several(here)) {
                cells &= ~here;
                again = true;
            }
        }
    }
    return cells;
}

typedef struct {
    unsigned ab;
    board_t cells, all;
    bool any;
} pair_t;

/* Take up the cells of two digits: none if it is known that they make no loop. */
static void begin_pair(rate_t *r, pair_t *pair, unsigned ab)
{
    loops_known_t *known = &r->loops_known[first_bit(ab) * 9 + last_bit(ab)];
    pair->ab = ab;
    pair->any = false;
    pair->all = pair->cells = loop_cells(r, ab);
    if (uses(r, RATE_REMEMBER) && !(pair->all & (~known->cells | known->changed)))
        pair->cells = 0;
}

bool rate_unique_loops(rate_t *r)
{
    if (!has_uniqueness(r))
        return false;
    walk_t walk = {.r = r, .pruned = uses(r, RATE_PRUNE_LOOPS)};
    pair_t pairs[36];
    int count = 0;
    for (int i = 0; i < 81; i++)
        r->loops_known[i].changed |= r->changed_loops;
    r->changed_loops = 0;
    for (board_t starts = r->bivalue; starts; starts &= starts - 1) {
        int start = board_first(starts), i = 0;
        walk.ab = r->grid.candidates[start];
        while (i < count && pairs[i].ab != walk.ab)
            i++;
        if (i == count)
            begin_pair(r, &pairs[count++], walk.ab);
        walk.free = pairs[i].cells;
        walk.any = false;
        if (walk.free & board_bit(start))
            enter(&walk, start, 0, 2, -1);
        pairs[i].any |= walk.any;
        if (walk.pruned)
            pairs[i].cells &= ~board_bit(start);
    }
    for (int i = 0; i < count; i++) {
        unsigned ab = pairs[i].ab;
        r->loops_known[first_bit(ab) * 9 + last_bit(ab)] =
            (loops_known_t){pairs[i].any ? 0 : pairs[i].all, 0};
    }
    if (walk.rating)
        r->step = walk.best;
    return walk.rating > 0;
}
