/* The canonical form of a grid of any geometry up to 16x16: sudokutools/canonical/search.py in C,
 * step by step.
 *
 *     position    0  1  2 | 3  4  5 | 6  7  8
 *     order       2  0  1 | 5  3  4 | 8  6  7      the column at each position
 *     runs        ^  ^      ^         ^        ^   columns 0 and 1 may still change places
 *     groups      ^         ^                  ^   stacks 1 and 2 may still change places
 *
 * That module has the method and its proof. */
#include <stdlib.h>
#include <string.h>

#include "canonical/form.h"

enum {
    MOST = CANONICAL_MOST,
    UNSEEN = 255,
    NO_BAND = 255,
    CHECK_EVERY = 4096,
    NONE = 255,
    MERGE_AT = 65536
};

typedef unsigned __int128 uint128_t;

/* A way to begin the canonical grid, with its open choices. */
typedef struct {
    uint128_t ways;  /* geometric maps that begin so, up to orders in runs and groups */
    uint32_t runs;   /* positions where a run begins, and the end, a bit each */
    uint32_t groups; /* stacks where a group begins, and the end, a bit each */
    uint16_t used;   /* rows, a bit each */
    uint8_t side;    /* 1: transposed */
    uint8_t band;    /* to be finished; NO_BAND */
    uint8_t order[MOST];
    uint8_t first_row[MOST + 1]; /* of each symbol; UNSEEN */
    uint8_t first_column[MOST + 1];
} state_t;

typedef struct {
    state_t state;
    uint8_t length;
    uint8_t line[MOST];
} pending_t;

typedef struct {
    state_t *at;
    size_t count, room;
} state_list_t;

typedef struct {
    const canonical_shape_t *shape;
    unsigned rows, columns, new_symbol; /* new_symbol: in a row for every symbol without a label */
    uint8_t sides[2][MOST][MOST];
    uint16_t empty_rows[2];
    uint8_t form[MOST][MOST];
    unsigned level; /* rows of the form that are finished */
    uint64_t steps, most_steps, most_states;
    state_list_t states, found;
    size_t merge_at; /* So many states in found are merged before more are added. */
    uint8_t best[MOST];
    pending_t stack[MOST * MOST];
    unsigned stack_length;
    check_t *check;
    void *context;
} search_t;

/* Return the last bit that is set up to a place: where its run or group begins. */
static inline unsigned start_of(uint32_t bits, unsigned place)
{
    return 31u - (unsigned)__builtin_clz(bits & ((2u << place) - 1));
}

/* Return the first bit that is set behind a place: where its run or group ends. */
static inline unsigned end_of(uint32_t bits, unsigned place)
{
    return place + 1 + (unsigned)__builtin_ctz(bits >> (place + 1));
}

static int add_state(state_list_t *list, const state_t *from)
{
    if (list->count == list->room) {
        const size_t room = 2 * list->room + 64;
        state_t *grown = realloc(list->at, room * sizeof *grown);
        if (!grown)
            return WORK_NO_MEMORY;
        list->at = grown;
        list->room = room;
    }
    list->at[list->count++] = *from;
    return WORK_DONE;
}

/* Put a branch on the stack of the row: a state that has one label more. */
static void push(search_t *s, const pending_t *before, const state_t *after, unsigned label)
{
    pending_t *to = &s->stack[s->stack_length++];
    to->state = *after;
    memcpy(to->line, before->line, MOST);
    to->line[before->length] = (uint8_t)label;
    to->length = (uint8_t)(before->length + 1);
}

/* Return the position of a column; *front is the first one that it can be moved to. */
static unsigned position_of(const search_t *s, const state_t *at, unsigned column, unsigned *front)
{
    const unsigned width = s->shape->box_width;
    unsigned position = 0;
    while (at->order[position] != column)
        position++;
    const unsigned stack = position / width, moved = stack - start_of(at->groups, stack);
    *front = start_of(at->runs, position) - moved * width;
    return position;
}

/* Return the smallest label a symbol can have, once its cell's column is at the position. */
static unsigned label_of(const search_t *s, const state_t *at, unsigned symbol, unsigned position)
{
    unsigned front;
    if (at->first_row[symbol] == UNSEEN)
        return s->new_symbol;
    position_of(s, at, at->first_column[symbol], &front);
    return s->form[at->first_row[symbol]][front + (front == position)];
}

/* Put a column, and its stack, to the front of its run and group, and decide them. */
static void fix(const search_t *s, state_t *at, unsigned column)
{
    const unsigned width = s->shape->box_width;
    unsigned front;
    const unsigned position = position_of(s, at, column, &front);
    const unsigned here = position / width, there = front / width;
    for (unsigned i = 0; i < width; i++) {
        const uint8_t other = at->order[here * width + i];
        at->order[here * width + i] = at->order[there * width + i];
        at->order[there * width + i] = other;
    }
    const unsigned moved = position - (here - there) * width;
    at->order[moved] = at->order[front];
    at->order[front] = (uint8_t)column;
    at->runs |= 2u << front;
    at->groups |= 2u << there;
}

/* Put those columns of a run that are empty in the row first; return their number. */
static unsigned empty_first(const uint8_t *row, uint8_t *run, unsigned length)
{
    uint8_t filled[MOST];
    unsigned empty = 0, others = 0;
    for (unsigned i = 0; i < length; i++) {
        if (row[run[i]])
            filled[others++] = run[i];
        else
            run[empty++] = run[i];
    }
    memcpy(run + empty, filled, others);
    return empty;
}

/* Push the states that have the smallest label at the next position, in a decided stack. */
static void branch_columns(search_t *s, const uint8_t *row, const pending_t *before,
                           const state_t *at)
{
    const unsigned position = before->length;
    const unsigned end = end_of(at->runs, position);
    uint8_t labels[MOST];
    unsigned least = s->new_symbol;
    if (!(at->runs >> position & 1)) {
        push(s, before, at, row[at->order[position]] ? s->new_symbol : 0);
        return;
    }
    state_t after = *at;
    const unsigned empty = empty_first(row, after.order + position, end - position);
    if (empty) {
        after.runs |= 1u << (position + empty);
        push(s, before, &after, 0);
        return;
    }
    for (unsigned place = position; place < end; place++) {
        const unsigned label = label_of(s, at, row[at->order[place]], position);
        labels[place] = (uint8_t)label;
        least = label < least ? label : least;
    }
    if (least == s->new_symbol) {
        push(s, before, at, least);
        return;
    }
    for (unsigned place = position; place < end; place++) {
        if (labels[place] != least)
            continue;
        after = *at;
        fix(s, &after, at->order[place]);
        fix(s, &after, at->first_column[row[at->order[place]]]);
        push(s, before, &after, least);
    }
}

/* Sort the columns of a stack within its runs, empty ones first, and set *filled to the positions
 * in the stack that are not empty then. Return false, and change nothing, if a symbol is known. */
static bool sort_stack(const search_t *s, const uint8_t *row, const state_t *at, unsigned stack,
                       uint8_t *columns, uint32_t *filled)
{
    const unsigned width = s->shape->box_width, begin = stack * width;
    for (unsigned i = 0; i < width; i++) {
        const unsigned symbol = row[columns[i]];
        if (symbol && at->first_row[symbol] != UNSEEN)
            return false;
    }
    *filled = 0;
    for (unsigned i = 0, end; i < width; i = end) {
        end = end_of(at->runs, begin + i) - begin;
        const unsigned empty = empty_first(row, columns + i, end - i);
        *filled |= ((1u << end) - 1) & ~((1u << (i + empty)) - 1);
    }
    return true;
}

/* Split a group of stacks in every way that could give the smallest row, and push the results. */
static void branch_stacks(search_t *s, const uint8_t *row, const pending_t *before, unsigned first)
{
    const unsigned width = s->shape->box_width;
    const state_t *at = &before->state;
    const unsigned end = end_of(at->groups, first);
    uint8_t columns[MOST];
    uint32_t filled[MOST];
    bool fresh[MOST];
    memcpy(columns, at->order, MOST);
    for (unsigned stack = first; stack < end; stack++)
        fresh[stack] = sort_stack(s, row, at, stack, columns + stack * width, &filled[stack]);
    for (unsigned kind = first; kind < end; kind++) {
        state_t after = *at;
        unsigned chosen = 0, place = first;
        uint32_t alike = 1u << kind;
        for (unsigned stack = first; stack < end && fresh[kind]; stack++)
            if (fresh[stack] && filled[stack] == filled[kind])
                alike |= 1u << stack;
        if (alike & ((1u << kind) - 1))
            continue; /* An earlier stack stood for this kind. */
        for (unsigned stack = first; stack < end; stack++)
            if (alike >> stack & 1) {
                memcpy(after.order + place++ * width, columns + stack * width, width);
                chosen++;
            }
        for (unsigned stack = first; stack < end; stack++)
            if (!(alike >> stack & 1))
                memcpy(after.order + place++ * width, at->order + stack * width, width);
        if (fresh[kind]) {
            const uint32_t cuts = filled[kind] & ~(filled[kind] << 1) & ~1u;
            for (unsigned i = 0; i < chosen; i++)
                after.runs |= cuts << (first + i) * width;
        }
        after.groups |= 1u << (first + chosen);
        branch_columns(s, row, before, &after);
    }
}

/* All of a state that the rows to come depend on, in a form free of order. No byte is padding. */
typedef struct {
    uint32_t runs, groups;
    uint16_t used;
    uint8_t side, band;
    uint8_t columns[MOST];  /* the columns that occur in the rows left */
    uint8_t rows[MOST + 2]; /* of first appearance, of the symbols that occur there */
    uint8_t positions[MOST + 2];
} future_t;

static void sort_blocks(uint8_t *columns, unsigned count, unsigned width, const uint8_t *marks)
{
    uint8_t block[MOST];
    for (unsigned i = 1; i < count; i++) {
        unsigned to = i;
        memcpy(block, columns + i * width, width);
        for (; to > 0; to--) {
            const uint8_t *before = columns + (to - 1) * width;
            unsigned at = 0;
            while (at < width && marks[before[at]] == marks[block[at]])
                at++;
            if (at == width || marks[before[at]] < marks[block[at]])
                break;
            memcpy(columns + to * width, before, width);
        }
        memcpy(columns + to * width, block, width);
    }
}

/* Fill in the future of a state. A column is marked by its number if it occurs in the rows left,
 * else by the smallest symbol there that appeared in it first, else not at all. */
static void look_ahead(const search_t *s, const state_t *from, future_t *to)
{
    const unsigned width = s->shape->box_width;
    uint8_t marks[MOST], order[MOST], position[MOST];
    uint32_t columns = 0, symbols = 0;
    for (unsigned row = 0; row < s->rows; row++)
        for (unsigned column = 0; column < s->columns && !(from->used >> row & 1); column++) {
            const unsigned symbol = s->sides[from->side][row][column];
            columns |= (uint32_t)(symbol > 0) << column;
            symbols |= 1u << symbol;
        }
    memset(to, 0, sizeof *to);
    memset(to->columns, NONE, MOST);
    for (unsigned column = 0; column < s->columns; column++)
        marks[column] = columns >> column & 1 ? (uint8_t)column : NONE;
    for (unsigned symbol = s->new_symbol - 1; symbol > 0; symbol--)
        if (symbols >> symbol & 1 && from->first_row[symbol] != UNSEEN &&
            !(columns >> from->first_column[symbol] & 1))
            marks[from->first_column[symbol]] = (uint8_t)(MOST + symbol);
    memcpy(order, from->order, MOST);
    for (unsigned at = 0, end; at < s->columns; at = end) {
        end = end_of(from->runs, at);
        sort_blocks(order + at, end - at, 1, marks);
    }
    for (unsigned at = 0, end; at < s->shape->boxes_across; at = end) {
        end = end_of(from->groups, at);
        sort_blocks(order + at * width, end - at, width, marks);
    }
    for (unsigned at = 0; at < s->columns; at++) {
        position[order[at]] = (uint8_t)at;
        to->columns[at] = columns >> order[at] & 1 ? order[at] : NONE;
    }
    for (unsigned symbol = 1; symbol < s->new_symbol; symbol++)
        if (symbols >> symbol & 1 && from->first_row[symbol] != UNSEEN) {
            to->rows[symbol] = (uint8_t)(from->first_row[symbol] + 1);
            to->positions[symbol] = position[from->first_column[symbol]];
        }
    to->runs = from->runs;
    to->groups = from->groups;
    to->used = from->used;
    to->side = from->side;
    to->band = from->band;
}

static uint64_t hash_of(const future_t *of)
{
    const uint8_t *byte = (const uint8_t *)of;
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof *of; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static int merge(const search_t *s, state_list_t *list)
{
    size_t room = 2, kept = 0;
    while (room < 2 * list->count)
        room *= 2;
    uint32_t *table = calloc(room, sizeof *table); /* The number of a kept state, from 1. */
    future_t *futures = malloc(list->count * sizeof *futures);
    for (size_t i = 0; table && futures && i < list->count; i++) {
        look_ahead(s, &list->at[i], &futures[kept]);
        size_t at = hash_of(&futures[kept]) & (room - 1);
        while (table[at] && memcmp(&futures[table[at] - 1], &futures[kept], sizeof *futures))
            at = (at + 1) & (room - 1);
        if (table[at]) {
            list->at[table[at] - 1].ways += list->at[i].ways;
        } else {
            list->at[kept++] = list->at[i];
            table[at] = (uint32_t)kept;
        }
    }
    const int status = table && futures ? WORK_DONE : WORK_NO_MEMORY;
    free(table);
    free(futures);
    list->count = kept;
    return status;
}

/* Add the state after a finished row. WORK_DONE, _NO_MEMORY or _TOO_SYMMETRIC. */
static int finish_row(search_t *s, const uint8_t *row, const pending_t *done)
{
    state_t after = done->state;
    const int order = s->found.count ? memcmp(done->line, s->best, s->columns) : -1;
    if (order < 0) {
        memcpy(s->best, done->line, s->columns);
        s->found.count = 0;
        s->merge_at = MERGE_AT;
    }
    for (unsigned column = 0; column < s->columns; column++)
        if (row[column] && after.first_row[row[column]] == UNSEEN) {
            after.first_row[row[column]] = (uint8_t)s->level;
            after.first_column[row[column]] = (uint8_t)column;
        }
    if (add_state(&s->found, &after) != WORK_DONE)
        return WORK_NO_MEMORY;
    if (s->found.count < s->merge_at)
        return WORK_DONE;
    const int status = merge(s, &s->found);
    s->merge_at = s->found.count > MERGE_AT / 2 ? 2 * s->found.count : MERGE_AT;
    return status == WORK_DONE && s->found.count > s->most_states ? CANONICAL_TOO_SYMMETRIC
                                                                  : status;
}

/* Look for the smallest line that a row can give, depth first. */
static int search_row(search_t *s, const uint8_t *row, const state_t *from)
{
    s->stack[0].state = *from;
    s->stack[0].length = 0;
    s->stack_length = 1;
    while (s->stack_length) {
        const pending_t top = s->stack[--s->stack_length];
        if (s->found.count && memcmp(top.line, s->best, top.length) > 0)
            continue;
        if (++s->steps > s->most_steps)
            return CANONICAL_TOO_SYMMETRIC;
        if (s->steps % CHECK_EVERY == 0 && s->check && s->check(s->context))
            return WORK_STOPPED;
        if (top.length == s->columns) {
            const int status = finish_row(s, row, &top);
            if (status != WORK_DONE)
                return status;
            continue;
        }
        const unsigned width = s->shape->box_width, stack = top.length / width;
        if (top.length % width || !(top.state.groups >> stack & 1) ||
            top.state.groups >> (stack + 1) & 1)
            branch_columns(s, row, &top, &top.state);
        else
            branch_stacks(s, row, &top, stack);
    }
    return WORK_DONE;
}

/* Try all rows that may follow a state; of interchangeable empty ones the first. */
static int search_rows_after(search_t *s, const state_t *from)
{
    const unsigned height = s->shape->box_height, whole = (1u << height) - 1;
    const unsigned left = ~(unsigned)from->used, empty = s->empty_rows[from->side];
    unsigned empty_bands = 0, met = 0;
    int status = WORK_DONE;
    for (unsigned band = 0; band < s->shape->boxes_down; band++)
        empty_bands += ((left & empty) >> band * height & whole) == whole;
    for (unsigned band = 0; band < s->shape->boxes_down; band++) {
        if (from->band != NO_BAND && from->band != band)
            continue;
        const unsigned here = left >> band * height & whole;
        const unsigned empty_here = here & empty >> band * height;
        if (empty_here == whole && met++)
            continue;
        for (unsigned i = 0; i < height && status == WORK_DONE; i++) {
            const unsigned bit = 1u << i, row = band * height + i;
            if (!(here & bit) || (empty_here & bit && empty_here & (bit - 1)))
                continue;
            state_t after = *from;
            after.used |= (uint16_t)(1u << row);
            after.band = here == bit ? NO_BAND : (uint8_t)band;
            if (empty_here & bit)
                after.ways *= (unsigned)__builtin_popcount(empty_here) *
                              (empty_here == whole ? empty_bands : 1);
            status = search_row(s, s->sides[from->side][row], &after);
        }
    }
    return status;
}

static uint128_t orders_within(uint32_t bits, unsigned end)
{
    uint128_t orders = 1;
    for (unsigned at = 0, next; at < end; at = next) {
        next = end_of(bits, at);
        for (unsigned factor = 2; factor <= next - at; factor++)
            orders *= factor;
    }
    return orders;
}

static int begin(search_t *s, const uint8_t *cells)
{
    const canonical_shape_t *shape = s->shape;
    state_t first = {.ways = 1, .groups = 1u | 1u << shape->boxes_across, .band = NO_BAND};
    int status = WORK_DONE;
    for (unsigned row = 0; row < s->rows; row++)
        for (unsigned column = 0; column < s->columns; column++) {
            s->sides[0][row][column] = cells[row * s->columns + column];
            s->sides[1][column][row] = cells[row * s->columns + column];
        }
    for (unsigned at = 0; at <= s->columns; at += shape->box_width)
        first.runs |= 1u << at;
    for (unsigned at = 0; at < MOST; at++)
        first.order[at] = (uint8_t)at;
    memset(first.first_row, UNSEEN, sizeof first.first_row);
    memset(first.first_column, UNSEEN, sizeof first.first_column);
    for (unsigned side = 0; side <= shape->transposes && status == WORK_DONE; side++) {
        static const uint8_t nothing[MOST];
        for (unsigned row = 0; row < s->rows; row++)
            if (!memcmp(s->sides[side][row], nothing, s->columns))
                s->empty_rows[side] |= (uint16_t)(1u << row);
        first.side = (uint8_t)side;
        status = add_state(&s->states, &first);
    }
    return status;
}

static int next_row(search_t *s, unsigned *labels)
{
    int status = WORK_DONE;
    s->found.count = 0;
    for (size_t i = 0; i < s->states.count && status == WORK_DONE; i++)
        status = search_rows_after(s, &s->states.at[i]);
    if (status != WORK_DONE)
        return status;
    for (unsigned column = 0; column < s->columns; column++)
        s->form[s->level][column] =
            s->best[column] == s->new_symbol ? (uint8_t)(++*labels) : s->best[column];
    s->level++;
    const state_list_t states = s->states;
    s->states = s->found;
    s->found = states;
    return s->states.count > 1 ? merge(s, &s->states) : WORK_DONE;
}

int canonical_general(const canonical_shape_t *shape, const uint8_t *cells, uint64_t most_steps,
                      uint64_t most_states, uint8_t *form, uint64_t automorphisms[2],
                      check_t *check, void *context)
{
    search_t *s = calloc(1, sizeof *s);
    if (!s)
        return WORK_NO_MEMORY;
    s->shape = shape;
    s->rows = (unsigned)shape->box_height * shape->boxes_down;
    s->columns = (unsigned)shape->box_width * shape->boxes_across;
    s->new_symbol = (unsigned)shape->box_width * shape->box_height + 1;
    s->most_steps = most_steps;
    s->most_states = most_states;
    s->check = check;
    s->context = context;
    unsigned labels = 0;
    int status = begin(s, cells);
    while (s->level < s->rows && status == WORK_DONE)
        status = next_row(s, &labels);
    uint128_t number = 0;
    for (size_t i = 0; i < s->states.count; i++) {
        const state_t *last = &s->states.at[i];
        number += last->ways * orders_within(last->runs, s->columns) *
                  orders_within(last->groups, shape->boxes_across);
    }
    automorphisms[0] = (uint64_t)number;
    automorphisms[1] = (uint64_t)(number >> 64);
    for (unsigned row = 0; row < s->rows; row++)
        memcpy(form + row * s->columns, s->form[row], s->columns);
    free(s->states.at);
    free(s->found.at);
    free(s);
    return status;
}
