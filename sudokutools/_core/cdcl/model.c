/* From a model (sudokutools/solving/engines/model.py) to variables, constraints and clauses:
 * variants use it instead of cdcl/build.c.
 *
 * A model is numbers one after the other: how many candidates, variables, lists and clauses there
 * are; cell and symbol of each candidate, ascending; the variables of each list of which exactly
 * one is true; for each variable the ones it excludes; the literals of each clause. Each list
 * comes after its length. It is read twice: to see that it can be trusted, and to take it. */
#include <stdlib.h>
#include <string.h>

#include "cdcl/state.h"

enum { MODEL_HEAD = 4, MAX_CONSTRAINTS = 1 << 16 };

typedef struct {
    const int32_t *next, *end;
} reader_t;

static const int32_t *take(reader_t *reader, int32_t *length)
{
    const int32_t *list = reader->next + 1;
    *length = *reader->next;
    reader->next = list + *length;
    return list;
}

static size_t skip(reader_t *reader, int32_t count)
{
    size_t sum = 0;
    for (int32_t i = 0, length; i < count; i++) {
        take(reader, &length);
        sum += (size_t)length;
    }
    return sum;
}

/* Take `count` lists of at most `longest` numbers below `limit`; return whether they are. */
static bool check(reader_t *reader, int32_t count, int32_t limit, int32_t longest, bool ascending)
{
    for (int32_t i = 0, length; i < count; i++) {
        if (reader->next >= reader->end || *reader->next < 0 || *reader->next > longest ||
            *reader->next > reader->end - reader->next - 1)
            return false;
        const int32_t *list = take(reader, &length);
        for (int32_t k = 0; k < length; k++)
            if (list[k] < 0 || list[k] >= limit || (ascending && k && list[k] <= list[k - 1]))
                return false;
    }
    return true;
}

/* Take a list for each of `count` variables, and return whether one has the variable itself. */
static bool exclude_themselves(reader_t *reader, int32_t count)
{
    bool found = false;
    for (int32_t v = 0, length; v < count; v++) {
        const int32_t *list = take(reader, &length);
        for (int32_t k = 0; k < length; k++)
            found |= list[k] == v;
    }
    return found;
}

/* Whether the candidates are in order and in the grid, where it has no symbol yet. */
static bool are_candidates(const int32_t *pairs, int32_t count, int32_t n, const uint8_t *givens,
                           int32_t cells)
{
    for (int32_t v = 0; v < count; v++) {
        int32_t cell = pairs[2 * v], symbol = pairs[2 * v + 1];
        if (cell < 0 || cell >= cells || givens[cell] || symbol < 1 || symbol > n)
            return false;
        if (v && cell <= pairs[2 * v - 2] &&
            (cell < pairs[2 * v - 2] || symbol <= pairs[2 * v - 1]))
            return false;
    }
    return true;
}

bool cdcl_is_model(int n, int size, const uint8_t *cells, const int32_t *model, size_t length)
{
    if (length < MODEL_HEAD || length > MAX_VECTOR)
        return false;
    int32_t candidates = model[0], variables = model[1];
    if (candidates < 0 || candidates > variables || variables >= (int32_t)TALLY_ONE ||
        model[2] < 0 || model[2] >= MAX_CONSTRAINTS || model[3] < 0 ||
        2 * (size_t)candidates > length - MODEL_HEAD)
        return false;
    const int32_t *pairs = model + MODEL_HEAD;
    reader_t reader = {pairs + 2 * (size_t)candidates, model + length};
    if (!are_candidates(pairs, candidates, n, cells, size) ||
        !check(&reader, model[2], variables, NEVER_UNIT - 1, true))
        return false;
    reader_t excluded = reader;
    return check(&reader, variables, variables, variables, true) &&
           !exclude_themselves(&excluded, variables) &&
           check(&reader, model[3], 2 * variables, variables, false) && reader.next == reader.end;
}

/* Take the candidates; the variables of each cell are a range of them. */
static void take_candidates(cdcl_t *s, const int32_t *pairs, int32_t count)
{
    int32_t v = 0;
    for (int32_t cell = 0; cell <= s->cells; cell++) {
        s->first_of_cell[cell] = v;
        for (; v < count && pairs[2 * v] == cell; v++) {
            s->cell_of[v] = cell;
            s->symbol_of[v] = (uint8_t)pairs[2 * v + 1];
        }
    }
    s->candidates = count;
}

/* Take the lists of which exactly one variable is true, and list for each variable its lists. One
 * in no list could never be decided: such a model has no solution. */
static void take_constraints(cdcl_t *s, reader_t *reader)
{
    int32_t position = 0, length;
    for (int32_t c = 0; c < s->constraints; c++) {
        const int32_t *list = take(reader, &length);
        s->consistent &= length > 0;
        s->tally[c] = (tally_t)length * TALLY_ONE;
        s->start[c] = position;
        for (int32_t i = 0; i < length; i++) {
            s->members[position++] = list[i];
            s->tally[c] ^= (tally_t)list[i];
            s->first_list[list[i] + 1]++;
        }
        s->end[c] = position;
    }
    for (int32_t v = 0; v < s->variables; v++) {
        s->consistent &= s->first_list[v + 1] > 0;
        s->first_list[v + 1] += s->first_list[v];
    }
    for (int32_t c = s->constraints - 1; c >= 0; c--)
        for (int32_t j = s->start[c]; j < s->end[c]; j++)
            s->lists[--s->first_list[s->members[j] + 1]] = (uint16_t)c;
    memmove(s->first_list, s->first_list + 1, (size_t)s->variables * sizeof *s->first_list);
    s->first_list[s->variables] = position;
}

static void take_excluded(cdcl_t *s, reader_t *reader)
{
    int32_t position = 0, length;
    for (int32_t v = 0; v < s->variables; v++) {
        const int32_t *list = take(reader, &length);
        s->first_excluded[v] = position;
        for (int32_t i = 0; i < length; i++)
            s->excluded[position++] = list[i];
    }
    s->first_excluded[s->variables] = position;
}

bool cdcl_build_model(cdcl_t *s, const uint8_t *cells, const int32_t *model, size_t length)
{
    const int32_t *pairs = model + MODEL_HEAD;
    reader_t reader = {pairs + 2 * (size_t)model[0], model + length}, counter = reader;
    s->variables = model[1];
    s->constraints = model[2];
    s->consistent = true;
    s->entries = skip(&counter, s->constraints);
    s->exclusions = skip(&counter, s->variables);
    if (!cdcl_make_room(s))
        return false;
    memcpy(s->givens, cells, (size_t)s->cells);
    take_candidates(s, pairs, model[0]);
    take_constraints(s, &reader);
    take_excluded(s, &reader);
    return true;
}

void cdcl_add_clauses(cdcl_t *s, const int32_t *model, size_t length)
{
    reader_t reader = {model + MODEL_HEAD + 2 * (size_t)model[0], model + length};
    skip(&reader, s->constraints + s->variables);
    for (int32_t i = 0, size; i < model[3]; i++) {
        const int32_t *literals = take(&reader, &size);
        s->size = 0;
        for (int32_t k = 0; k < size && s->size != SATISFIED; k++)
            cdcl_put(s, literals[k]);
        cdcl_add_clause(s);
    }
}
