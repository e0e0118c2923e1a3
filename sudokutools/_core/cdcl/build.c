/* From a grid to variables and constraints; the picture of both is in cdcl/state.h.
 *
 * Variables are the candidates that the clues leave, cell by cell and in the order of symbols.
 * Constraints are numbered: cells, then rows, columns and boxes with each symbol; those without
 * a variable (a clue is there) are left out. */
#include <stdlib.h>
#include <string.h>

#include "cdcl/state.h"

#define MAX_SYMBOLS 100

__extension__ typedef unsigned __int128 symbols_t; /* Bit s - 1 is symbol s. */

typedef struct {
    symbols_t rows[MAX_SYMBOLS], columns[MAX_SYMBOLS], boxes[MAX_SYMBOLS];
    bool clash;
} placed_t;

static bool has(symbols_t set, int32_t symbol) { return set >> (symbol - 1) & 1; }

static bool add(symbols_t *set, int32_t symbol)
{
    bool is_new = !has(*set, symbol);
    *set |= (symbols_t)1 << (symbol - 1);
    return is_new;
}

static int32_t box_of(const cdcl_t *s, int32_t row, int32_t column)
{
    return row / s->shape.box_height * s->shape.boxes_across + column / s->shape.box_width;
}

static void place_givens(const cdcl_t *s, const uint8_t *cells, placed_t *placed)
{
    memset(placed, 0, sizeof *placed);
    for (int32_t cell = 0; cell < s->cells; cell++) {
        int32_t row = cell / s->columns, column = cell % s->columns;
        if (!cells[cell])
            continue;
        bool fits = add(&placed->rows[row], cells[cell]);
        fits &= add(&placed->columns[column], cells[cell]);
        fits &= add(&placed->boxes[box_of(s, row, column)], cells[cell]);
        placed->clash |= !fits;
    }
}

static symbols_t candidates(const cdcl_t *s, const placed_t *placed, int32_t cell)
{
    int32_t row = cell / s->columns, column = cell % s->columns, box = box_of(s, row, column);
    symbols_t every = ((symbols_t)1 << s->n) - 1;
    return every & ~(placed->rows[row] | placed->columns[column] | placed->boxes[box]);
}

/* Take the smallest symbol out of a set that is not empty. */
static int32_t take_first(symbols_t *set)
{
    uint64_t low = (uint64_t)*set;
    int32_t symbol = low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(*set >> 64));
    *set &= *set - 1;
    return symbol + 1;
}

static int32_t count_variables(const cdcl_t *s, const uint8_t *cells, const placed_t *placed)
{
    int32_t count = 0;
    for (int32_t cell = 0; cell < s->cells; cell++) {
        symbols_t left = cells[cell] ? 0 : candidates(s, placed, cell);
        count +=
            __builtin_popcountll((uint64_t)left) + __builtin_popcountll((uint64_t)(left >> 64));
    }
    return count;
}

/* Give every array its place in a block at `base` (NULL: none), return the bytes they take. */
static size_t lay_out(cdcl_t *s, char *base)
{
    size_t used = 0, m = (size_t)s->variables, cells = (size_t)s->cells;
    size_t constraints = (size_t)s->constraints;
#define PLACE(array, count) \
    do { \
        s->array = base ? (void *)(base + used) : NULL; \
        used += (((count) + 1) * sizeof *s->array + 7) & ~(size_t)7; \
    } while (0)
    PLACE(givens, cells);
    PLACE(first_of_cell, cells);
    PLACE(cell_of, m);
    PLACE(symbol_of, m);
    PLACE(lists, s->entries);
    PLACE(first_list, s->is_plain ? 0 : m);
    PLACE(members, s->entries);
    PLACE(excluded, s->exclusions);
    PLACE(first_excluded, s->is_plain ? 0 : m);
    PLACE(start, constraints);
    PLACE(end, constraints);
    PLACE(open, constraints);
    PLACE(place_of, constraints);
    PLACE(tally, constraints);
    PLACE(weight, constraints);
    PLACE(value, 2 * m);
    PLACE(cause, m);
    PLACE(trail, m);
    PLACE(level_start, m);
    PLACE(assumptions, cells);
    PLACE(in_core, m);
    PLACE(watches, 2 * m);
    PLACE(is_watched, 2 * m);
    PLACE(clause, m);
    PLACE(seen, m);
    PLACE(seen_list, m);
    PLACE(glue_stamp, m);
    PLACE(activity, m);
    PLACE(saved, m);
    PLACE(target, m);
    PLACE(best, m);
    PLACE(passed, m);
    PLACE(holder, s->is_plain ? constraints : 0);
    PLACE(uncovered, s->is_plain ? constraints : 0);
    PLACE(uncovered_at, s->is_plain ? constraints : 0);
#undef PLACE
    return used;
}

bool cdcl_make_room(cdcl_t *s)
{
    s->block = calloc(1, lay_out(s, NULL));
    if (s->block)
        lay_out(s, s->block);
    return s->block;
}

static void make_variables(cdcl_t *s, const placed_t *placed)
{
    int32_t v = 0;
    for (int32_t cell = 0; cell < s->cells; cell++) {
        int32_t row = cell / s->columns, column = cell % s->columns;
        int32_t in_row = s->cells + row * s->n - 1;
        int32_t in_column = s->cells + (s->rows + column) * s->n - 1;
        int32_t in_box = s->cells + (s->rows + s->columns + box_of(s, row, column)) * s->n - 1;
        s->first_of_cell[cell] = v;
        if (s->givens[cell])
            continue;
        for (symbols_t left = candidates(s, placed, cell); left; v++) {
            int32_t symbol = take_first(&left);
            uint16_t *of = s->lists + PLAIN_LISTS * v;
            of[0] = (uint16_t)cell;
            of[1] = (uint16_t)(in_row + symbol);
            of[2] = (uint16_t)(in_column + symbol);
            of[3] = (uint16_t)(in_box + symbol);
            s->cell_of[v] = cell;
            s->symbol_of[v] = (uint8_t)symbol;
        }
    }
    s->first_of_cell[s->cells] = v;
}

/* Whether a constraint, numbered as in `make_variables`, has to have a true variable. */
static bool must_hold(const cdcl_t *s, int32_t raw)
{
    int32_t house = (raw - s->cells) / s->n;
    if (raw < s->cells || house >= s->rows + s->columns)
        return true;
    return (house < s->rows ? s->columns : s->rows) == s->n;
}

static bool is_met(const cdcl_t *s, const placed_t *placed, int32_t raw)
{
    if (raw < s->cells)
        return s->givens[raw];
    int32_t house = (raw - s->cells) / s->n, symbol = (raw - s->cells) % s->n + 1;
    if (house < s->rows)
        return has(placed->rows[house], symbol);
    house -= s->rows;
    if (house < s->columns)
        return has(placed->columns[house], symbol);
    return has(placed->boxes[house - s->columns], symbol);
}

/* Number the constraints that have variables, and fill their lists; `number` is used up. */
static void make_constraints(cdcl_t *s, const placed_t *placed, int32_t *number, int32_t raw_count)
{
    int32_t position = 0, c = 0;
    for (int32_t v = 0; v < s->variables; v++)
        for (int i = 0; i < PLAIN_LISTS; i++)
            number[s->lists[PLAIN_LISTS * v + i]]++;
    for (int32_t raw = 0; raw < raw_count; raw++) {
        int32_t count = number[raw];
        bool must = must_hold(s, raw);
        if (!count) {
            s->consistent &= !must || is_met(s, placed, raw);
            continue;
        }
        number[raw] = c;
        s->start[c] = s->end[c] = position;
        s->tally[c] = (tally_t)(must ? count : count + NEVER_UNIT) * TALLY_ONE;
        position += count;
        c++;
    }
    s->constraints = c;
    for (int32_t v = 0; v < s->variables; v++)
        for (int i = 0; i < PLAIN_LISTS; i++) {
            uint16_t *of = s->lists + PLAIN_LISTS * v;
            c = number[of[i]];
            of[i] = (uint16_t)c;
            s->members[s->end[c]++] = v;
            s->tally[c] ^= (tally_t)v;
        }
}

bool cdcl_build(cdcl_t *s, const uint8_t *cells)
{
    placed_t placed;
    int32_t houses = s->rows + s->columns + s->shape.boxes_across * s->shape.boxes_down;
    int32_t raw_count = s->cells + houses * s->n;
    place_givens(s, cells, &placed);
    s->consistent = !placed.clash;
    s->variables = s->candidates = count_variables(s, cells, &placed);
    s->entries = PLAIN_LISTS * (size_t)s->variables;
    s->constraints = raw_count;
    int32_t *number = calloc((size_t)raw_count, sizeof *number);
    if (!number || !cdcl_make_room(s)) {
        free(number);
        return false;
    }
    memcpy(s->givens, cells, (size_t)s->cells);
    make_variables(s, &placed);
    make_constraints(s, &placed, number, raw_count);
    free(number);
    return true;
}

void cdcl_append(cdcl_t *s, vector_t *vector, int32_t item)
{
    if (vector->count == vector->capacity) {
        int32_t capacity = vector->capacity ? vector->capacity / 2 * 3 : 256;
        int32_t *items = NULL;
        if (capacity <= MAX_VECTOR)
            items = realloc(vector->items, (size_t)capacity * sizeof *items);
        if (!items) {
            s->out_of_memory = true;
            return;
        }
        vector->items = items;
        vector->capacity = capacity;
    }
    vector->items[vector->count++] = item;
}

int32_t cdcl_variable(const cdcl_t *s, int32_t cell, int32_t symbol)
{
    for (int32_t v = s->first_of_cell[cell]; v < s->first_of_cell[cell + 1]; v++)
        if (s->symbol_of[v] == symbol)
            return v;
    return -1;
}
