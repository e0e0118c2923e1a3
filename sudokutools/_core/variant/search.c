/* The search: settle, branch on the place with the fewest options, and undo. */
#include "variant/state.h"

#include <stdlib.h>
#include <string.h>

/* What a cell gains by a failure; how much more auxiliary cells weigh if they number regions. */
enum { BUMP = 5, HEAVY = 2 };

static void point(variant_t *s, uint64_t *state)
{
    s->planes = state;
    s->symbols = (symbols_t *)(state + s->n * s->words);
    s->settled = (int32_t *)(s->symbols + s->size);
    s->live = s->settled + 1;
    s->settled_in = (symbols_t *)(s->live + s->quick);
}

static void fill(variant_t *s, const variant_task_t *task)
{
    memset(s->planes, 0, (size_t)(s->n * s->words) * sizeof *s->planes);
    for (int cell = 0; cell < s->size; cell++) {
        s->symbols[cell] = variant_allowed(s, task, cell);
        for (symbols_t left = s->symbols[cell]; left; left &= left - 1)
            add_cell(s->planes + lowest(left) * s->words, cell);
    }
}

/* Queue everything. Return false if the branch ends. */
static bool look_at_all(variant_t *s)
{
    variant_forget(s);
    *s->settled = 0;
    memset(s->settled_in, 0, (size_t)s->houses * sizeof *s->settled_in);
    for (int cell = 0; cell < s->size; cell++) {
        if (!s->symbols[cell])
            return false;
        if (is_single(s->symbols[cell]))
            s->singles[s->single_count++] = (uint16_t)cell;
        if (s->has_neighbours) {
            s->is_neighbour[cell] = 1;
            s->neighbours[s->neighbour_count++] = (uint16_t)cell;
        }
    }
    for (int house = s->houses; house-- > 0;) {
        s->changed.symbols[house] = s->every;
        s->changed.queue[s->changed.count++] = (uint16_t)house;
    }
    for (int cage = s->cages; cage-- > 0;)
        variant_look_at_cage(s, cage);
    for (int part = 0; s->has_items && part < s->quick; part++)
        s->live[part] = s->parts[part].set_count;
    return true;
}

static unsigned unit(const variant_t *s, int cell)
{
    return s->numbered && cell >= s->grid ? HEAVY : 1;
}

/* Set the weights of cells: the more primitives look at them, the greater. */
static void weigh(variant_t *s)
{
    for (int cell = 0; cell < s->size; cell++) {
        uint32_t arcs = s->has_items ? s->first_arc[cell + 1] - s->first_arc[cell] : 0;
        uint32_t cages = s->cages ? s->cages_of.first[cell + 1] - s->cages_of.first[cell] : 0;
        s->weights[cell] = 10 + 10 * cages + 2 * (arcs < 20 ? arcs : 20) +
                           s->houses_of.first[cell + 1] - s->houses_of.first[cell];
        s->weights[cell] *= unit(s, cell);
    }
}

static void begin(variant_t *s)
{
    s->has_state = look_at_all(s);
    if (!s->has_state)
        variant_forget(s);
}

void variant_start(variant_t *s, const variant_task_t *task)
{
    s->depth = 0;
    s->steps = 0;
    s->work = 0;
    s->tried = -1;
    if (task->other < 0) /* Else what failed for another cell is likely to fail again. */
        memset(s->failures, 0, (size_t)(s->size * s->n) * sizeof *s->failures);
    s->max_steps = task->max_steps;
    s->near = task->near;
    s->has_stream = task->stream != NULL;
    if (task->stream)
        s->stream = *task->stream;
    memcpy(s->cells, task->cells, (size_t)s->grid);
    point(s, s->planes);
    if (s->by_planes) {
        variant_begin_planes(s, task);
        s->has_state = true;
        return;
    }
    weigh(s);
    fill(s, task);
    s->is_mixed = s->root != NULL;
    s->known_count = s->again = 0;
    if (s->is_mixed)
        memcpy(s->root, s->planes, s->state_bytes);
    begin(s);
}

static void add_option(branch_t *branch, int cell, int symbol)
{
    branch->option[branch->options++] = (option_t){(uint16_t)cell, (uint8_t)symbol};
}

static void add_symbols(const variant_t *s, branch_t *branch, int cell)
{
    for (symbols_t left = s->symbols[cell]; left; left &= left - 1)
        add_option(branch, cell, lowest(left));
}

/* List the options of the heaviest cell for its number of symbols, or of the two places of a symbol
 * in a full house; unless mixed, those of auxiliary cells only when the grid is full. */
static void find_heaviest(const variant_t *s, branch_t *branch)
{
    uint64_t places[MOST_WORDS], weight = 0, size = 1;
    symbols_t unused = variant_unused(s);
    int heaviest = 0;
    branch->options = 0;
    branch->is_full = true;
    for (int cell = 0; cell < s->size && (cell < s->grid || s->is_mixed || !weight); cell++) {
        if (is_single(s->symbols[cell]))
            continue;
        branch->is_full &= cell >= s->grid;
        symbols_t same = unused && has_cell(s->free_cells, cell) ? s->symbols[cell] & unused : 0;
        uint64_t options = (uint64_t)count_bits(s->symbols[cell] ^ (same & (same - 1)));
        if (s->weights[cell] * size > weight * options) {
            weight = s->weights[cell];
            size = options;
            heaviest = cell;
        }
    }
    for (int house = 0; size > 2 && house < s->houses; house++)
        for (symbols_t left = s->every & ~s->settled_in[house]; left; left &= left - 1) {
            variant_places(s, s->words, house, lowest(left), places);
            if (variant_some(places, s->words) != 2)
                continue;
            int cells[2], count = 0;
            for (int w = 0; w < s->words; w++)
                for (uint64_t at = places[w]; at; at &= at - 1)
                    cells[count++] = 64 * w + lowest(at);
            if (cells[1] >= s->grid && !s->is_mixed)
                continue;
            bool second = s->weights[cells[1]] > s->weights[cells[0]];
            if (s->weights[cells[second]] * size > weight * 2) {
                weight = s->weights[cells[second]];
                size = 2;
                branch->options = 0;
                add_option(branch, cells[second], lowest(left));
                add_option(branch, cells[!second], lowest(left));
            }
        }
    if (!branch->options)
        add_symbols(s, branch, heaviest);
}

static void swap(branch_t *branch, int i, int j)
{
    option_t option = branch->option[i];
    branch->option[i] = branch->option[j];
    branch->option[j] = option;
}

/* Put the options into the order in which they are tried, the first one last. */
static void order_options(variant_t *s, branch_t *branch)
{
    int count = branch->options;
    if (s->has_stream)
        for (int last = count - 1; last > 0; last--)
            swap(branch, last, (int)stream_below(&s->stream, (uint64_t)last + 1));
    for (int i = 0; s->near && i < count; i++)
        if (branch->option[i].cell < s->grid &&
            s->near[branch->option[i].cell] == branch->option[i].symbol + 1)
            for (int j = i; j > 0; j--) /* A place has one option of the solution. */
                swap(branch, j, j - 1);
    for (int i = 0; i < count / 2; i++)
        swap(branch, i, count - 1 - i);
}

static void exchange(variant_t *s, branch_t *branch)
{
    uint64_t *state = branch->state;
    branch->state = s->planes;
    point(s, state);
}

static bool open_branch(variant_t *s)
{
    if (s->depth == s->room) {
        int room = 2 * s->room + 8;
        branch_t *more = realloc(s->branches, (size_t)room * sizeof *more);
        if (!more)
            return false;
        memset(more + s->room, 0, (size_t)(room - s->room) * sizeof *more);
        s->branches = more;
        s->room = room;
    }
    branch_t *branch = s->branches + s->depth;
    if (!branch->state) {
        branch->state = variant_memory(s, s->state_bytes, 1);
        if (!branch->state)
            return false;
    }
    if (s->by_planes)
        variant_choose(s, branch);
    else
        find_heaviest(s, branch);
    order_options(s, branch);
    if (!s->by_planes) { /* This one, or all but this one. */
        branch->option[0] = branch->option[1] = branch->option[branch->options - 1];
        branch->options = 2;
    }
    exchange(s, branch);
    s->depth++;
    return true;
}

static void add_weight(variant_t *s, int cell) { s->weights[cell] += BUMP * unit(s, cell); }

/* Return whether a cell of a part shares in its failure: of regions those in the last one. */
static bool is_in(const variant_t *s, const part_t *part, int at)
{
    int half = part->count / 2;
    return part->kind != VARIANT_REGIONS || s->symbols[part->cells[at % half + half]] == s->region;
}

/* Add to the weights of the cell that was tried, of the one without a symbol, and of the cells of
 * the house or part that was looked at. */
static void blame(variant_t *s)
{
    int house = s->cause - s->size, part = house - s->houses;
    add_weight(s, s->tried / s->n);
    if (part >= 0) {
        for (int i = 0; i < s->parts[part].count; i++)
            if (is_in(s, s->parts + part, i))
                add_weight(s, s->parts[part].cells[i]);
    } else if (house >= 0)
        for (int cell = 0; cell < s->size; cell++)
            if (has_cell(s->house_sets + house * s->words, cell))
                add_weight(s, cell);
    if (house < 0) {
        add_weight(s, s->cause);
        add_weight(s, s->emptied);
    }
}

static void fail(variant_t *s)
{
    variant_forget(s);
    if (s->tried < 0)
        return;
    if (!s->by_planes)
        blame(s);
    s->failures[s->tried]++;
}

static void try_option(variant_t *s)
{
    branch_t *branch = s->branches + s->depth - 1;
    int at = --branch->options;
    if (at) {
        memcpy(s->planes, branch->state, s->state_bytes);
    } else {
        exchange(s, branch);
        s->depth--;
    }
    option_t option = branch->option[at];
    symbols_t symbol = UINT32_C(1) << option.symbol;
    bool is_tried = at || s->by_planes;
    s->steps += is_tried;
    s->tried = is_tried ? option.cell * s->n + option.symbol : -1;
    s->cause = s->emptied = option.cell;
    if (!is_tried && s->free && has_cell(s->free_cells, option.cell)) {
        symbols_t unused = variant_unused(s);
        symbol = symbol & unused ? unused : symbol; /* None of them will do. */
    }
    if (s->by_planes)
        variant_place(s, option.cell, option.symbol);
    s->has_state = s->by_planes || variant_take(s, option.cell, is_tried ? ~symbol : symbol);
    if (!s->has_state)
        fail(s);
}

/* Leave out what else auxiliary cells could hold: one choice is enough for a solution. */
static void keep_choice(variant_t *s)
{
    while (s->depth && s->branches[s->depth - 1].is_full)
        s->depth--;
}

/* Begin again, with auxiliary cells last. */
static void begin_again(variant_t *s)
{
    s->is_mixed = false;
    s->depth = 0;
    memcpy(s->planes, s->root, s->state_bytes);
    begin(s);
}

/* Return whether the solution is a new one. */
static bool is_new(variant_t *s)
{
    size_t grid = (size_t)s->grid;
    for (int i = 0; i < s->known_count; i++)
        if (!memcmp(s->known + (size_t)i * grid, s->solution, grid)) {
            if (s->is_mixed && ++s->again > VARIANT_MOST_AGAIN)
                begin_again(s);
            return false;
        }
    if (s->is_mixed)
        memcpy(s->known + (size_t)s->known_count++ * grid, s->solution, grid);
    if (s->known_count == VARIANT_MOST_KNOWN && s->is_mixed)
        begin_again(s);
    return true;
}

int variant_run(variant_t *s, long long work)
{
    long long begun = s->work;
    for (;;) {
        if (s->has_state) {
            s->has_state = false;
            if (!(s->by_planes ? variant_settle_planes(s) : variant_settle(s))) {
                fail(s);
            } else if (s->by_planes ? variant_is_full(s) : *s->settled == s->size) {
                for (int cell = 0; !s->by_planes && cell < s->grid; cell++)
                    s->solution[cell] = (uint8_t)(lowest(s->symbols[cell]) + 1);
                keep_choice(s);
                if (is_new(s))
                    return SEARCH_SOLUTION;
                continue;
            } else if (!open_branch(s)) {
                return WORK_NO_MEMORY;
            }
        }
        if (!s->depth)
            return SEARCH_NONE;
        if (s->steps >= s->max_steps)
            return VARIANT_LIMIT;
        if (s->work - begun >= work)
            return SEARCH_PAUSED;
        try_option(s);
    }
}

void variant_allow(variant_t *s, long long max_steps) { s->max_steps = max_steps; }

const uint8_t *variant_solution(const variant_t *s) { return s->solution; }

const stream_t *variant_stream(const variant_t *s) { return &s->stream; }

long long variant_steps(const variant_t *s) { return s->steps; }
