/* The search: settle, branch on the place with the fewest options, and undo. */
#include "variant/state.h"

#include <stdlib.h>
#include <string.h>

/* Let the pointers to candidates be those into a block of memory. */
static void point(variant_t *s, uint64_t *state)
{
    s->planes = state;
    s->symbols = (symbols_t *)(state + s->n * s->words);
    s->places = s->symbols + s->size;
    s->settled = (int32_t *)(s->places + s->houses * s->n);
}

/* Return the candidates of a cell before anything is said of other cells. */
static symbols_t allowed(const variant_t *s, const variant_task_t *task, int cell)
{
    symbols_t set = s->start ? s->start[cell] : s->every;
    if (task->cells[cell])
        set &= UINT32_C(1) << (task->cells[cell] - 1);
    if (task->masks)
        set &= task->masks[cell];
    if (cell == task->other)
        set &= ~(UINT32_C(1) << (task->near[cell] - 1));
    return set;
}

/* Fill the planes: a symbol of a filled cell is taken from all that this sees. */
static void fill_planes(variant_t *s, const variant_task_t *task)
{
    int words = s->words;
    for (int w = 0; w < words; w++) {
        int cells = s->size - 64 * w;
        s->planes[w] = cells >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << cells) - 1;
    }
    for (int symbol = 1; symbol < s->n; symbol++)
        memcpy(s->planes + symbol * words, s->planes, (size_t)words * sizeof *s->planes);
    bool is_plain = !s->start && !task->masks;
    for (int cell = 0; cell < s->size; cell++) {
        if (is_plain && !task->cells[cell] && cell != task->other)
            continue;
        symbols_t gone = s->every & ~allowed(s, task, cell);
        for (; gone; gone &= gone - 1)
            s->planes[lowest(gone) * words + cell / 64] &= ~(UINT64_C(1) << cell % 64);
    }
    for (int cell = 0; cell < s->size; cell++)
        if (task->cells[cell]) {
            uint64_t *plane = s->planes + (task->cells[cell] - 1) * words;
            const uint64_t *seen = s->seen + (size_t)cell * (size_t)words;
            for (int w = 0; w < words; w++)
                plane[w] &= ~seen[w];
        }
}

/* Fill the symbols of cells and the places of houses from the planes. */
static void fill_others(variant_t *s)
{
    const variant_rules_t *rules = s->rules;
    memset(s->symbols, 0, (size_t)(s->size + s->houses * s->n) * sizeof *s->symbols);
    for (int symbol = 0; symbol < s->n; symbol++)
        for (int w = 0; w < s->words; w++)
            for (uint64_t left = s->planes[symbol * s->words + w]; left; left &= left - 1) {
                int cell = 64 * w + lowest(left);
                s->symbols[cell] |= UINT32_C(1) << symbol;
                const member_t *end = rules->members + rules->first_member[cell + 1];
                for (const member_t *m = rules->members + rules->first_member[cell]; m < end; m++)
                    s->places[m->house * s->n + symbol] |= UINT32_C(1) << m->place;
            }
}

/* Put everything into the queues. Return false if the branch ends. */
static bool look_at_all(variant_t *s, const uint8_t *cells)
{
    variant_forget(s);
    *s->settled = 0;
    for (int cell = 0; cell < s->size; cell++) {
        if (!s->symbols[cell])
            return false;
        if (cells[cell])
            ++*s->settled;
        else if (is_single(s->symbols[cell]))
            s->singles[s->single_count++] = (uint16_t)cell;
        if (s->rules->close || s->above.first) {
            s->is_neighbour[cell] = 1;
            s->neighbours[s->neighbour_count++] = (uint16_t)cell;
        }
    }
    for (int i = 0; i < s->houses * s->n; i++) {
        if (!s->places[i])
            return false;
        if (is_single(s->places[i]))
            s->only[s->only_count++] = (uint32_t)i;
    }
    for (int house = 0; house < s->houses; house++)
        s->changed[house] = s->every;
    s->is_changed = true;
    for (int cage = s->cages; cage-- > 0;)
        variant_look_at_cage(s, cage);
    return true;
}

void variant_start(variant_t *s, const variant_task_t *task)
{
    s->depth = 0;
    s->steps = 0;
    s->work = 0;
    s->max_steps = task->max_steps;
    s->near = task->near;
    s->has_stream = task->stream != NULL;
    if (task->stream)
        s->stream = *task->stream;
    point(s, s->planes);
    fill_planes(s, task);
    fill_others(s);
    s->has_state = look_at_all(s, task->cells);
    if (!s->has_state)
        variant_forget(s);
}

/* Find the place with the fewest options, and list them ascending. */
static void find_options(const variant_t *s, branch_t *branch)
{
    int fewest = VARIANT_MOST_SYMBOLS + 1, best = -1, house = -1;
    for (int cell = 0; cell < s->size && fewest > 2; cell++) {
        int count = __builtin_popcount(s->symbols[cell]);
        if (count > 1 && count < fewest) {
            fewest = count;
            best = cell;
        }
    }
    for (int symbol = 0; symbol < s->n && fewest > 2; symbol++)
        for (int h = 0; h < s->houses; h++) {
            int count = __builtin_popcount(s->places[h * s->n + symbol]);
            if (count > 1 && count < fewest) {
                fewest = count;
                best = symbol;
                house = h;
            }
        }
    branch->options = 0;
    symbols_t left = house < 0 ? s->symbols[best] : s->places[house * s->n + best];
    for (; left; left &= left - 1) {
        int at = branch->options++;
        branch->cell[at] =
            house < 0 ? (uint16_t)best : s->rules->house_cells[house * s->n + lowest(left)];
        branch->symbol[at] = (uint8_t)(house < 0 ? lowest(left) : best);
    }
}

static void swap(branch_t *branch, int i, int j)
{
    uint16_t cell = branch->cell[i];
    uint8_t symbol = branch->symbol[i];
    branch->cell[i] = branch->cell[j];
    branch->symbol[i] = branch->symbol[j];
    branch->cell[j] = cell;
    branch->symbol[j] = symbol;
}

/* Put the options into the order in which they are tried, the first one last. */
static void order_options(variant_t *s, branch_t *branch)
{
    int count = branch->options;
    if (s->has_stream)
        for (int last = count - 1; last > 0; last--)
            swap(branch, last, (int)stream_below(&s->stream, (uint64_t)last + 1));
    for (int i = 0; s->near && i < count; i++)
        if (s->near[branch->cell[i]] == branch->symbol[i] + 1)
            for (int j = i; j > 0; j--) /* A place has one option of the solution. */
                swap(branch, j, j - 1);
    for (int i = 0; i < count / 2; i++)
        swap(branch, i, count - 1 - i);
}

/* Open a branch. Return false: no memory. */
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
        branch->state = malloc(s->state_bytes);
        if (!branch->state)
            return false;
    }
    find_options(s, branch);
    order_options(s, branch);
    uint64_t *state = branch->state;
    branch->state = s->planes;
    point(s, state);
    s->depth++;
    return true;
}

/* Try the next option of the newest branch. */
static void try_option(variant_t *s)
{
    branch_t *branch = s->branches + s->depth - 1;
    int at = --branch->options;
    if (at) {
        memcpy(s->planes, branch->state, s->state_bytes);
    } else {
        uint64_t *state = branch->state;
        branch->state = s->planes;
        point(s, state);
        s->depth--;
    }
    s->steps++;
    s->has_state = variant_take(s, branch->cell[at], ~(UINT32_C(1) << branch->symbol[at]));
    if (!s->has_state)
        variant_forget(s);
}

int variant_run(variant_t *s, long long work)
{
    long long end = s->work + work;
    for (;;) {
        if (s->has_state) {
            s->has_state = false;
            if (!variant_settle(s)) {
                variant_forget(s);
            } else if (*s->settled == s->size) {
                for (int cell = 0; cell < s->size; cell++)
                    s->solution[cell] = (uint8_t)(lowest(s->symbols[cell]) + 1);
                return SEARCH_SOLUTION;
            } else if (!open_branch(s)) {
                return WORK_NO_MEMORY;
            }
        }
        if (!s->depth)
            return SEARCH_NONE;
        if (s->steps >= s->max_steps)
            return VARIANT_LIMIT;
        if (s->work >= end)
            return SEARCH_PAUSED;
        try_option(s);
    }
}

const uint8_t *variant_solution(const variant_t *s) { return s->solution; }

const stream_t *variant_stream(const variant_t *s) { return &s->stream; }

long long variant_steps(const variant_t *s) { return s->steps; }
