/* A search from its beginning to its end: made from a grid, read out, changed by more clues,
 * assumptions and forbidden solutions. */
#include <stdlib.h>
#include <string.h>

#include "cdcl/state.h"

static void enqueue_units(cdcl_t *s)
{
    for (int32_t c = 0; c < s->constraints; c++)
        if (count_in(s->tally[c]) == 1 && !s->value[2 * rest_in(s->tally[c])])
            cdcl_enqueue(s, 2 * rest_in(s->tally[c]), NO_REASON);
}

/* Start the scores and the schedule; with a key in an order that its stream draws. */
static void start_scores(cdcl_t *s, const uint64_t *key)
{
    static const uint64_t fixed_key[4] = {1, 2, 3, 4};
    stream_start(&s->stream, key ? key : fixed_key, 0);
    cdcl_start_walks(s, key ? key : fixed_key);
    s->activity_step = ACTIVITY_START;
    s->weight_step = WEIGHT_START;
    for (int32_t v = 0; key && v < s->variables; v++)
        s->activity[v] = stream_below(&s->stream, ACTIVITY_START);
    for (int32_t c = 0; c < s->constraints; c++) {
        s->weight[c] = WEIGHT_START + (key ? stream_below(&s->stream, WEIGHT_START / 64) : 0);
        s->open[c] = c;
    }
    s->opens = s->constraints;
    cdcl_order_constraints(s);
    memset(s->saved, 1, (size_t)s->variables);
}

/* Return a search that has the measures of a grid, and nothing else yet; NULL without memory. */
static cdcl_t *measured(int n, int rows, int columns, bool traced)
{
    cdcl_t *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->n = n;
    s->rows = rows;
    s->columns = columns;
    s->cells = rows * columns;
    s->traced = traced;
    return s;
}

static void start(cdcl_t *s, const uint64_t *key)
{
    enqueue_units(s);
    start_scores(s, key);
    cdcl_schedule(s);
}

cdcl_t *cdcl_new(const cdcl_shape_t *shape, const uint8_t *cells, const uint64_t *key, bool traced)
{
    cdcl_t *s =
        measured(shape->box_width * shape->box_height, shape->box_height * shape->boxes_down,
                 shape->box_width * shape->boxes_across, traced);
    if (!s)
        return NULL;
    s->shape = *shape;
    s->is_plain = true;
    if (!cdcl_build(s, cells)) {
        cdcl_free(s);
        return NULL;
    }
    start(s, key);
    return s;
}

cdcl_t *cdcl_new_model(int n, int size, const uint8_t *cells, const int32_t *model, size_t length,
                       const uint64_t *key, bool traced)
{
    cdcl_t *s = measured(n, 1, size, traced);
    if (!s)
        return NULL;
    if (!cdcl_build_model(s, cells, model, length)) {
        cdcl_free(s);
        return NULL;
    }
    start(s, key);
    cdcl_add_clauses(s, model, length);
    return s;
}

void cdcl_free(cdcl_t *s)
{
    if (!s)
        return;
    for (int32_t literal = 0; s->block && literal < 2 * s->variables; literal++)
        free(s->watches[literal].items);
    free(s->block);
    free(s->arena.items);
    free(s->learnt.items);
    free(s->trace.items);
    free(s->short_clauses.items);
    free(s);
}

void cdcl_solution(const cdcl_t *s, uint8_t *cells)
{
    memcpy(cells, s->givens, (size_t)s->cells);
    for (int32_t v = 0; v < s->candidates; v++)
        if (s->value[2 * v] > 0)
            cells[s->cell_of[v]] = s->symbol_of[v];
}

static void reopen(cdcl_t *s)
{
    cdcl_backtrack(s, 0);
    s->refuted = false;
    s->walk_left = 0;
}

bool cdcl_forbid(cdcl_t *s, const uint8_t *cells)
{
    reopen(s);
    s->size = 0;
    for (int32_t cell = 0; cell < s->cells; cell++) {
        if (!cells[cell] || cells[cell] == s->givens[cell])
            continue;
        int32_t v = cdcl_variable(s, cell, cells[cell]);
        if (v < 0)
            return true;
        cdcl_put(s, 2 * v + 1);
        if (s->size == SATISFIED)
            return true;
    }
    s->target_size = s->best_size = 0;
    memset(s->target, 0, (size_t)s->variables);
    cdcl_add_clause(s);
    return !s->out_of_memory;
}

void cdcl_fix(cdcl_t *s, const uint8_t *cells)
{
    reopen(s);
    for (int32_t cell = 0; cell < s->cells; cell++) {
        if (!cells[cell] || cells[cell] == s->givens[cell])
            continue;
        int32_t v = cdcl_variable(s, cell, cells[cell]);
        if (v < 0 || s->value[2 * v] < 0)
            s->consistent = false;
        else if (!s->value[2 * v])
            cdcl_enqueue(s, 2 * v, NO_REASON);
    }
}

void cdcl_assume(cdcl_t *s, const uint8_t *cells, const uint16_t *order, int32_t count)
{
    reopen(s);
    s->assumed = 0;
    s->target_size = s->best_size = 0;
    memset(s->in_core, 0, (size_t)s->variables);
    for (int32_t at = 0; at < count; at++) {
        int32_t cell = order ? order[at] : at;
        if (!cells[cell] || cells[cell] == s->givens[cell])
            continue;
        int32_t v = cdcl_variable(s, cell, cells[cell]);
        if (v < 0)
            s->consistent = false;
        else
            s->assumptions[s->assumed++] = 2 * v;
    }
}

void cdcl_core(const cdcl_t *s, uint8_t *cells)
{
    memset(cells, 0, (size_t)s->cells);
    for (int32_t v = 0; v < s->variables; v++)
        if (s->in_core[v])
            cells[s->cell_of[v]] = s->symbol_of[v];
}

void cdcl_be_patient(cdcl_t *s, int64_t conflicts) { s->patience = conflicts; }

int64_t cdcl_conflicts(const cdcl_t *s) { return s->conflicts; }

const int32_t *cdcl_short(const cdcl_t *s, size_t *length)
{
    *length = (size_t)s->short_clauses.count;
    return s->short_clauses.items;
}

void cdcl_forget_short(cdcl_t *s) { s->short_clauses.count = 0; }

bool cdcl_are_clauses(const cdcl_t *s, const int32_t *clauses, size_t length)
{
    for (size_t i = 0; i < length;) {
        int32_t size = clauses[i] < 0 ? -(clauses[i] + 1) + 1 : 0;
        if (size <= 0 || size > s->variables || (size_t)size > length - i - 1)
            return false;
        for (i++; size--; i++)
            if (clauses[i] < 0 || clauses[i] >= 2 * s->variables)
                return false;
    }
    return true;
}

bool cdcl_learn(cdcl_t *s, const int32_t *clauses, size_t length)
{
    reopen(s);
    for (size_t i = 0; i < length;) {
        int32_t size = -clauses[i++];
        s->size = 0;
        for (; size--; i++)
            if (s->size != SATISFIED)
                cdcl_put(s, clauses[i]);
        cdcl_add_clause(s);
    }
    return !s->out_of_memory;
}

const int32_t *cdcl_trace(const cdcl_t *s, size_t *length)
{
    *length = (size_t)s->trace.count;
    return s->trace.items;
}
