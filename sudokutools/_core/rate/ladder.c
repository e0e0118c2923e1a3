/* The ladder of rate/rate.h: places values, tries the producers in order, keeps the ratings. */
#include "rate/propagation.h"
#include "rate/state.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define RATE_ROW(id, name, least, find, kind) {name, least, find, RATE_##kind},
const rate_row_t rate_rows[RATE_TECHNIQUE_COUNT] = {RATE_TECHNIQUES(RATE_ROW)};

enum { NOTHING = 0, FOUND = -1 };

#ifdef RATE_VARIANT

void rate_set_geometry(rate_t *r, const rate_geometry_t *geometry, bool has_uniqueness)
{
    rate_tables_at = r->tables;
    rate_make_tables(geometry);
    r->has_uniqueness = has_uniqueness;
    r->meeting_count = rate_make_meetings(r->meetings, geometry->house_count);
}

#else

static void make_plain_tables(void)
{
    uint8_t houses[HOUSES][9];
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++) {
            houses[i][j] = (uint8_t)((i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3);
            houses[COLUMNS + i][j] = (uint8_t)(j * 9 + i);
            houses[ROWS + i][j] = (uint8_t)(i * 9 + j);
        }
    rate_make_tables(&(rate_geometry_t){houses, HOUSES, NULL, 0});
}

void rate_prepare(void)
{
    enum { NOT_MADE, BEING_MADE, MADE };
    static atomic_int state;
    int expected = NOT_MADE;
    if (atomic_compare_exchange_strong(&state, &expected, BEING_MADE)) {
        make_plain_tables();
        atomic_store(&state, MADE);
    }
    while (atomic_load(&state) != MADE)
        continue; /* Another thread needs a moment for them. */
}

#endif

rate_t *rate_new(void)
{
    rate_t *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->shortcuts = RATE_ALL_SHORTCUTS;
#ifdef RATE_VARIANT
    r->tables = calloc(1, sizeof *r->tables);
    r->meetings = calloc(MOST_MEETINGS, sizeof *r->meetings);
    if (!r->tables || !r->meetings) {
        rate_free(r);
        return NULL;
    }
#endif
    r->chains = calloc(1, sizeof *r->chains);
    for (int depth = 0; r->chains && depth < 2; depth++)
        r->chains->branching[depth] = branching_new(r, depth, nested_find);
    if (!r->chains || !r->chains->branching[0] || !r->chains->branching[1]) {
        rate_free(r);
        return NULL;
    }
    return r;
}

void rate_free(rate_t *r)
{
    if (!r)
        return;
    if (r->chains) {
        branching_free(r->chains->branching[0]);
        branching_free(r->chains->branching[1]);
        sink_end(&r->chains->sink);
        free(r->chains);
    }
#ifdef RATE_VARIANT
    free(r->tables);
    free(r->meetings);
#endif
    free(r);
}

void rate_set_shortcuts(rate_t *r, unsigned shortcuts) { r->shortcuts = shortcuts; }

void rate_set_check(rate_t *r, check_t *check, void *context)
{
    r->check = check;
    r->check_context = context;
}

void rate_recount(rate_t *r, int digit)
{
    row_counts_t counts = row_count(r->grid.places[digit]);
    r->one[digit] = counts.one;
    r->two[digit] = counts.two;
}

static inline void recount_house(rate_t *r, int digit, int house)
{
    unsigned mask = r->grid.places[digit][house];
    r->one[digit] = (r->one[digit] & ~house_bit(house)) | (houses_t)exactly_one(mask) << house;
    r->two[digit] = (r->two[digit] & ~house_bit(house)) | (houses_t)exactly_two(mask) << house;
}

static void remove_candidate(rate_t *r, int cell, int digit)
{
    grid_delete(&r->grid, cell, digit);
    for (int type = 0; type < TYPES(cell); type++)
        recount_house(r, digit, rate_tables.house_of[cell][type]);
    r->touched_digits |= 1u << digit;
    r->touched_houses |= rate_tables.houses_of[cell];
    r->touched_cells |= board_bit(cell);
}

/* Take the digit from the candidates of all peers of the cell. */
static inline void clear_peers(rate_grid_t *grid, int cell, int digit)
{
    const uint16_t *lanes = rate_tables.peer_lanes[cell];
    for (int i = 0; i < 88; i++)
        grid->candidates[i] &= (uint16_t) ~(lanes[i] & 1u << digit);
}

void rate_fill(rate_t *r, int cell, int digit)
{
    r->grid.candidates[cell] = 0;
    r->grid.empty &= ~board_bit(cell);
    r->grid.placed[digit]++;
    r->left--;
    for (int type = 0; type < TYPES(cell); type++) {
        int house = rate_tables.house_of[cell][type], open = --r->grid.open[house];
        bool is_last = open == 1 && IS_COMPLETE(house);
        r->last = (r->last & ~house_bit(house)) | (houses_t)is_last << house;
    }
}

static void place(rate_t *r, int cell, int digit)
{
    rate_grid_t *grid = &r->grid;
    unsigned others = grid->candidates[cell] & ~(1u << digit);
    board_t gone = rate_tables.peer_board[cell] | board_bit(cell);
    for (unsigned rest = others; rest; rest &= rest - 1)
        remove_candidate(r, cell, first_bit(rest));
    r->touched_digits |= 1u << digit;
    r->touched_houses |=
        rate_tables.houses_of[cell] | row_keep(grid->places[digit], rate_tables.keep[cell]);
    r->touched_cells |= grid->cells[digit] & gone;
    grid->cells[digit] &= ~gone;
    rate_recount(r, digit);
    clear_peers(grid, cell, digit);
    rate_fill(r, cell, digit);
}

/* Give empty cells all digits not used by clues in their houses, and in pairs. */
static void load_candidates(rate_grid_t *grid, const uint8_t cells[81], const uint16_t *used)
{
    for (int cell = 0; cell < 81; cell++) {
        unsigned gone = 0;
        for (int type = 0; type < TYPES(cell); type++)
            gone |= used[rate_tables.house_of[cell][type]];
        if (!cells[cell])
            grid->candidates[cell] = (uint16_t)(ALL_DIGITS & ~gone);
    }
#ifdef RATE_VARIANT
    for (int cell = 0; cell < 81; cell++)
        if (cells[cell])
            clear_peers(grid, cell, cells[cell] - 1);
#endif
}

/* Put all clues at once: the removals of a clue from other digits are the same cell for all of
 * them, and nothing needs to be counted before the last one. */
static bool load(rate_t *r, const uint8_t cells[81])
{
    rate_grid_t *grid = &r->grid;
    _Alignas(16) uint16_t unfilled[LANES] = {0};
    memset(grid, 0, sizeof *grid);
    memset(unfilled, 0xff, HOUSES * sizeof unfilled[0]);
    memcpy(grid->open, rate_tables.house_size, sizeof grid->open);
    grid->empty = ALL_CELLS;
    r->left = 81;
    r->last = 0;
    uint16_t used[HOUSES] = {0};
    for (int digit = 0; digit < 9; digit++) {
        grid->cells[digit] = ALL_CELLS;
        for (int house = 0; house < HOUSES; house++)
            grid->places[digit][house] = IS_COMPLETE(house) ? ALL_DIGITS : 0;
    }
    for (int cell = 0; cell < 81; cell++) {
        int digit = cells[cell] - 1;
        if (digit < 0)
            continue;
        if (!(grid->cells[digit] & board_bit(cell)))
            return false;
        for (int type = 0; type < TYPES(cell); type++) {
            int house = rate_tables.house_of[cell][type];
            used[house] |= (uint16_t)(1u << digit);
            unfilled[house] &= (uint16_t) ~(1u << rate_tables.position_of[cell][type]);
        }
        row_keep(grid->places[digit], rate_tables.keep[cell]);
        grid->cells[digit] &= ~rate_tables.peer_board[cell];
        rate_fill(r, cell, digit);
    }
    load_candidates(grid, cells, used);
    for (int digit = 0; digit < 9; digit++) {
        row_keep(grid->places[digit], unfilled);
        grid->cells[digit] &= grid->empty;
        rate_recount(r, digit);
    }
    return true;
}

static void narrow(rate_t *r, const uint16_t candidates[81])
{
    for (int cell = 0; cell < 81; cell++) {
        unsigned gone = r->grid.candidates[cell] & ~(unsigned)candidates[cell];
        for (; gone; gone &= gone - 1)
            remove_candidate(r, cell, first_bit(gone));
    }
}

static void forget(rate_t *r)
{
    r->touched_digits = ALL_DIGITS;
    r->touched_houses = ALL_HOUSES;
    r->touched_cells = ALL_CELLS;
}

bool rate_begin(rate_t *r, const uint8_t cells[81])
{
    forget(r);
    memset(r->changed, 0, sizeof r->changed);
    memset(r->locked, 0, sizeof r->locked);
    r->changed_pairs = r->changed_triples = r->changed_loops = 0;
    memset(r->loops_known, 0, sizeof r->loops_known);
    r->with_hidden_pair = r->with_hidden_triple = 0;
    r->stopped = r->no_memory = false;
    return load(r, cells);
}

void rate_settle(rate_t *r)
{
    board_t one = 0, two = 0, three = 0, four = 0;
    if (!uses(r, RATE_REMEMBER))
        forget(r);
    for (int i = 0; i < CHANGED_HIDDEN_PAIR; i++)
        r->changed[i] |= r->touched_digits;
    for (int i = CHANGED_HIDDEN_PAIR; i < CHANGED_COUNT; i++)
        r->changed[i] |= r->touched_houses;
    r->changed_pairs |= r->touched_cells;
    r->changed_triples |= r->touched_cells;
    r->changed_loops |= r->touched_cells;
    r->touched_digits = r->touched_houses = 0;
    r->touched_cells = 0;
    for (int digit = 0; digit < 9; digit++) {
        board_t cells = r->grid.cells[digit];
        four |= three & cells;
        three |= two & cells;
        two |= one & cells;
        one |= cells;
    }
    r->chains->branching[0]->links_hold = false;
    r->single = one & ~two;
    r->bivalue = two & ~three;
    r->trivalue = three & ~four;
}

static int after_rung(int row)
{
    bool (*find)(rate_t *) = rate_rows[row].find;
    while (row < RATE_TECHNIQUE_COUNT && rate_rows[row].find == find)
        row++;
    return row;
}

/* Find the next step: FOUND, NOTHING, or if it is above the limit its lowest possible rating. */
static int next_step(rate_t *r, int stop_above)
{
    bool settled = false, chains = false;
    for (int row = 0, next; row < RATE_TECHNIQUE_COUNT; row = next) {
        const rate_row_t *rung = &rate_rows[row];
        next = after_rung(row);
        if (rung->least > stop_above) /* A chain above the limit may have been passed over. */
            return chains ? stop_above + 1 : rung->least;
        if (!settled && rung->kind != RATE_SINGLE) {
            rate_settle(r);
            settled = true;
        }
        /* RATE_BOUND. If all that follows is above the limit, so may be a chain. */
        bool last = next < RATE_TECHNIQUE_COUNT && rate_rows[next].least > stop_above;
        r->bound = last && uses(r, RATE_BOUND) ? stop_above : NO_LIMIT;
        if (rung->find(r))
            return FOUND;
        if (r->stopped || r->no_memory)
            return NOTHING;
        chains |= rung->kind == RATE_CHAIN;
    }
    return NOTHING;
}

static void apply(rate_t *r, const rate_step_t *step)
{
    if (step->cell >= 0) {
        place(r, step->cell, step->digit);
        return;
    }
    for (int i = 0; i < step->count; i++)
        for (unsigned rest = step->digits[i]; rest; rest &= rest - 1)
            remove_candidate(r, step->cells[i], first_bit(rest));
}

static bool is_single(int technique)
{
    return technique == RATE_FULL_HOUSE || technique == RATE_HIDDEN_SINGLE ||
           technique == RATE_NAKED_SINGLE;
}

static void account(rate_result_t *result, const rate_step_t *step, bool *placed)
{
    if (step->rating > result->er) {
        result->er = step->rating;
        result->hardest = step->technique;
    }
    if (!result->steps++)
        result->ed = step->rating;
    if (!result->first_hard && !is_single(step->technique)) {
        result->first_hard = result->steps;
        result->first_technique = step->technique;
    }
    if (!*placed) {
        result->ep = result->er;
        *placed = step->cell >= 0;
    }
    result->uses[step->technique]++;
}

/* Where no step leads on, ER is its lower bound; so are EP and ED if no step determined them. */
static int give_up(rate_result_t *result, int least, bool placed, int status)
{
    result->er = least;
    result->hardest = -1;
    if (!placed)
        result->ep = least;
    if (!result->steps)
        result->ed = least;
    return status;
}

static int solve(rate_t *r, int stop_above, void (*record)(void *context, const rate_step_t *step),
                 void *context, rate_result_t *result)
{
    bool placed = false;
    while (r->left) {
        if (rate_work(r))
            return r->no_memory ? WORK_NO_MEMORY : WORK_STOPPED;
        int next = next_step(r, stop_above);
        if (next > 0)
            return give_up(result, next, placed, RATE_ABOVE);
        if (r->stopped || r->no_memory)
            return r->no_memory ? WORK_NO_MEMORY : WORK_STOPPED;
        if (next == NOTHING)
            return give_up(result, 200, placed, RATE_STUCK);
        if (record)
            record(context, &r->step);
        account(result, &r->step, &placed);
        if (result->er > stop_above)
            return RATE_ABOVE;
        apply(r, &r->step);
    }
    return RATE_SOLVED;
}

int rate_puzzle(rate_t *r, const uint8_t cells[81], const uint16_t candidates[81], int stop_above,
                void (*record)(void *context, const rate_step_t *step), void *context,
                rate_result_t *result)
{
    memset(result, 0, sizeof *result);
    result->hardest = result->first_technique = -1;
#ifdef RATE_VARIANT
    rate_tables_at = r->tables;
#endif
    result->status = RATE_INVALID;
    if (rate_begin(r, cells)) {
        if (candidates)
            narrow(r, candidates);
        result->status = solve(r, stop_above, record, context, result);
    }
    return result->status;
}
