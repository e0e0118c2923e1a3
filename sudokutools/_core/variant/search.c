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

/* Return the candidates of a cell before other cells are considered. */
static symbols_t allowed(const variant_t *s, const variant_task_t *task, int cell)
{
    symbols_t set = s->start ? s->start[cell] : s->every;
    if (s->cells[cell])
        set &= UINT32_C(1) << (s->cells[cell] - 1);
    if (task->masks && cell < s->grid)
        set &= task->masks[cell];
    if (cell == task->other)
        set &= ~(UINT32_C(1) << (task->near[cell] - 1));
    return set;
}

static void keep_allowed(variant_t *s, const variant_task_t *task)
{
    bool is_any = s->start || task->masks;
    int first = is_any ? 0 : task->other, end = is_any ? s->size : task->other + 1;
    for (int cell = first < 0 ? 0 : first; cell < end; cell++)
        for (symbols_t gone = s->every & ~allowed(s, task, cell); gone; gone &= gone - 1)
            s->planes[lowest(gone) * s->words + cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

/* Fill the planes: a filled cell has its symbol alone, and no cell that it sees has it. */
static void fill_planes(variant_t *s, const variant_task_t *task)
{
    int words = s->words;
    uint64_t empty[MOST_WORDS];
    memset(s->planes, 0, (size_t)(s->n * words) * sizeof *s->planes);
    memset(empty, 0, (size_t)words * sizeof *empty);
    for (int cell = 0; cell < s->size; cell++)
        add_cell(s->cells[cell] ? s->planes + (s->cells[cell] - 1) * words : empty, cell);
    for (int symbol = 0; symbol < s->n; symbol++)
        for (int w = 0; w < words; w++)
            s->planes[symbol * words + w] |= empty[w];
    keep_allowed(s, task);
    for (int cell = 0; cell < s->size; cell++)
        if (s->cells[cell]) {
            int symbol = s->cells[cell] - 1;
            uint64_t *plane = s->planes + symbol * words;
            const uint64_t *seen = variant_seen(s, words, symbol, cell);
            for (int w = 0; w < words; w++)
                plane[w] &= ~seen[w];
        }
}

static void fill_symbols(variant_t *s)
{
    memset(s->symbols, 0, (size_t)s->size * sizeof *s->symbols);
    for (int symbol = 0; symbol < s->n; symbol++)
        for (int w = 0; w < s->words; w++)
            for (uint64_t left = s->planes[symbol * s->words + w]; left; left &= left - 1)
                s->symbols[64 * w + lowest(left)] |= UINT32_C(1) << symbol;
}

/* Put all cells into their queues. Return false if the branch ends. */
static bool look_at_all_cells(variant_t *s)
{
    for (int cell = 0; cell < s->size; cell++) {
        if (!s->symbols[cell])
            return false;
        if (s->cells[cell])
            variant_count_settled(s, cell);
        else if (is_single(s->symbols[cell]))
            s->singles[s->single_count++] = (uint16_t)cell;
        if (s->has_neighbours) {
            s->is_neighbour[cell] = 1;
            s->neighbours[s->neighbour_count++] = (uint16_t)cell;
        }
    }
    return true;
}

/* Queue everything but the symbols of filled cells in their houses. False: the branch ends. */
static bool look_at_all(variant_t *s)
{
    variant_forget(s);
    *s->settled = 0;
    memset(s->settled_in, 0, (size_t)s->houses * sizeof *s->settled_in);
    if (!look_at_all_cells(s))
        return false;
    for (int house = s->houses; house-- > 0;) {
        s->changed.symbols[house] = s->every & ~s->settled_in[house];
        if (s->changed.symbols[house])
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
    for (int cell = 0; s->has_items && cell < s->size; cell++) {
        uint32_t arcs = s->first_arc[cell + 1] - s->first_arc[cell];
        s->weights[cell] = 10 + 10 * (s->cages_of.first[cell + 1] - s->cages_of.first[cell]) +
                           2 * (arcs < 20 ? arcs : 20) + s->houses_of.first[cell + 1] -
                           s->houses_of.first[cell];
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
    s->has_failed = false;
    s->max_steps = task->max_steps;
    s->near = task->near;
    s->has_stream = task->stream != NULL;
    if (task->stream)
        s->stream = *task->stream;
    memcpy(s->cells, task->cells, (size_t)s->grid);
    weigh(s);
    point(s, s->planes);
    fill_planes(s, task);
    fill_symbols(s);
    s->is_mixed = s->root != NULL;
    s->known_count = s->again = 0;
    if (s->is_mixed)
        memcpy(s->root, s->planes, s->state_bytes);
    begin(s);
}

/* The best place so far to branch on: how many options it has, and how often these failed. */
typedef struct {
    int options, cell, house, symbol;
    long long failures;
} choice_t;

/* Return whether a place with this many options could be better than the best so far. */
static bool can_be_better(const choice_t *best, int options)
{
    return options > 1 && options <= best->options;
}

static void choose(choice_t *best, const choice_t *other)
{
    if (other->options < best->options || other->failures > best->failures)
        *best = *other;
}

static void look_at_cell(const variant_t *s, int cell, choice_t *best)
{
    choice_t other = {.options = count_bits(s->symbols[cell]), .cell = cell};
    if (!can_be_better(best, other.options))
        return;
    for (symbols_t left = s->symbols[cell]; s->has_failed && left; left &= left - 1)
        other.failures += s->failures[cell * s->n + lowest(left)];
    choose(best, &other);
}

/* Look at the cells with two symbols; without any, at all cells. */
static inline void look_at_cells(const variant_t *s, int words, choice_t *best)
{
    for (int w = 0; w < words; w++) {
        uint64_t one = 0, two = 0, three = 0; /* Cells with as many symbols, or more. */
        for (int symbol = 0; symbol < s->n; symbol++) {
            uint64_t plane = s->planes[symbol * words + w];
            three |= two & plane;
            two |= one & plane;
            one |= plane;
        }
        for (uint64_t cells = two & ~three; cells; cells &= cells - 1)
            look_at_cell(s, 64 * w + lowest(cells), best);
    }
    for (int cell = 0; best->options > 2 && cell < s->size; cell++)
        look_at_cell(s, cell, best);
}

static inline void look_at_houses(const variant_t *s, int words, choice_t *best)
{
    uint64_t places[MOST_WORDS];
    for (int house = 0; house < s->houses; house++)
        for (symbols_t left = s->every & ~s->settled_in[house]; left; left &= left - 1) {
            int symbol = lowest(left);
            variant_places(s, words, house, symbol, places);
            int options = variant_some(places, words);
            if (options > 2 && best->options > 2)
                options = variant_count(places, words);
            if (!can_be_better(best, options))
                continue;
            choice_t other = {.options = options, .cell = -1, .house = house, .symbol = symbol};
            for (int w = 0; w < words; w++)
                for (uint64_t cells = places[w]; cells; cells &= cells - 1)
                    other.failures += s->failures[(64 * w + lowest(cells)) * s->n + symbol];
            choose(best, &other);
        }
}

static inline void look_at_places(const variant_t *s, int words, choice_t *best)
{
    look_at_cells(s, words, best);
    if (best->options > 2 || s->has_failed)
        look_at_houses(s, words, best);
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

/* List the options of the place with the fewest of them, ascending; among equals, of the first of
 * those whose options have failed most often. */
static void find_options(const variant_t *s, branch_t *branch)
{
    uint64_t places[MOST_WORDS];
    choice_t best = {.options = VARIANT_MOST_SYMBOLS + 1};
    if (s->words == 2) /* So it is for 9x9: the compiler makes the most of it. */
        look_at_places(s, 2, &best);
    else
        look_at_places(s, s->words, &best);
    branch->options = 0;
    if (best.cell >= 0) {
        add_symbols(s, branch, best.cell);
        return;
    }
    variant_places(s, s->words, best.house, best.symbol, places);
    for (int w = 0; w < s->words; w++)
        for (uint64_t left = places[w]; left; left &= left - 1)
            add_option(branch, 64 * w + lowest(left), best.symbol);
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
    if (s->has_items)
        find_heaviest(s, branch);
    else
        find_options(s, branch);
    order_options(s, branch);
    if (s->has_items) { /* This one, or all but this one. */
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
    if (s->has_items)
        blame(s);
    s->failures[s->tried]++;
    s->has_failed = true;
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
    bool is_tried = at || !s->has_items;
    s->steps += is_tried;
    s->tried = is_tried ? option.cell * s->n + option.symbol : -1;
    s->cause = s->emptied = option.cell;
    if (!is_tried && s->free && has_cell(s->free_cells, option.cell)) {
        symbols_t unused = variant_unused(s);
        symbol = symbol & unused ? unused : symbol; /* None of them will do. */
    }
    s->has_state = variant_take(s, option.cell, is_tried ? ~symbol : symbol);
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
            if (!variant_settle(s)) {
                fail(s);
            } else if (*s->settled == s->size) {
                for (int cell = 0; cell < s->grid; cell++)
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
