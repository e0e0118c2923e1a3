/* Taking candidates away until no rule applies: what changed tells what is looked at again. The
 * order of the rules is that of their costs; what is left does not depend on it. */
#include "variant/state.h"

#include <string.h>

void variant_look_at_cage(variant_t *s, int cage)
{
    if (!s->is_summed[cage]) {
        s->is_summed[cage] = 1;
        s->summed[s->summed_count++] = (uint16_t)cage;
    }
}

static void look_at_cell(variant_t *s, int cell)
{
    if (!s->is_neighbour[cell]) {
        s->is_neighbour[cell] = 1;
        s->neighbours[s->neighbour_count++] = (uint16_t)cell;
    }
}

bool variant_take(variant_t *s, int cell, symbols_t gone)
{
    const variant_rules_t *rules = s->rules;
    symbols_t left = s->symbols[cell] & ~gone;
    gone &= s->symbols[cell];
    if (!gone)
        return true;
    if (!left)
        return false;
    s->symbols[cell] = left;
    if (is_single(left))
        s->singles[s->single_count++] = (uint16_t)cell;
    if (rules->close || s->above.first)
        look_at_cell(s, cell);
    if (s->cages)
        for (uint32_t i = s->cages_of.first[cell]; i < s->cages_of.first[cell + 1]; i++)
            variant_look_at_cage(s, s->cages_of.numbers[i]);
    s->work++;
    s->is_changed = true;
    for (symbols_t rest = gone; rest; rest &= rest - 1)
        s->planes[lowest(rest) * s->words + cell / 64] &= ~(UINT64_C(1) << cell % 64);
    const member_t *end = rules->members + rules->first_member[cell + 1];
    for (const member_t *m = rules->members + rules->first_member[cell]; m < end; m++) {
        symbols_t *places = s->places + m->house * s->n;
        s->changed[m->house] |= gone;
        for (symbols_t rest = gone; rest; rest &= rest - 1) {
            int symbol = lowest(rest);
            places[symbol] &= ~(UINT32_C(1) << m->place);
            if (is_single(places[symbol])) {
                if (!places[symbol])
                    return false;
                s->only[s->only_count++] = (uint32_t)(m->house * s->n + symbol);
            }
        }
    }
    return true;
}

/* Tell a cell's only symbol to the cells that it sees. */
static bool tell(variant_t *s, int cell)
{
    symbols_t symbol = s->symbols[cell];
    const uint64_t *plane = s->planes + lowest(symbol) * s->words;
    const uint64_t *seen = s->seen + (size_t)cell * (size_t)s->words;
    ++*s->settled;
    for (int w = 0; w < s->words; w++)
        for (uint64_t cells = plane[w] & seen[w]; cells; cells &= cells - 1)
            if (!variant_take(s, 64 * w + lowest(cells), symbol))
                return false;
    return true;
}

static bool settle_singles(variant_t *s)
{
    while (s->single_count || s->only_count) {
        if (s->single_count) {
            if (!tell(s, s->singles[--s->single_count]))
                return false;
            continue;
        }
        uint32_t key = s->only[--s->only_count];
        int house = (int)key / s->n, symbol = (int)key % s->n;
        int cell = s->rules->house_cells[house * s->n + lowest(s->places[key])];
        if (!variant_take(s, cell, ~(UINT32_C(1) << symbol)))
            return false;
    }
    return true;
}

/* Apply what the candidates of a cell say of those that are to be apart, greater or less. */
static bool settle_cell(variant_t *s, int cell)
{
    int low = lowest(s->symbols[cell]), high = highest(s->symbols[cell]);
    if (s->rules->close && high - low <= 2) {
        const lists_t *apart = &s->rules->apart;
        symbols_t gone = (UINT32_C(2) << (low + 1 < s->n ? low + 1 : s->n - 1)) -
                         (UINT32_C(1) << (high ? high - 1 : 0));
        for (uint32_t i = apart->first[cell]; i < apart->first[cell + 1]; i++)
            if (!variant_take(s, apart->numbers[i], gone))
                return false;
    }
    if (!s->above.first)
        return true;
    for (uint32_t i = s->above.first[cell]; i < s->above.first[cell + 1]; i++)
        if (!variant_take(s, s->above.numbers[i], (symbols_t)((UINT64_C(2) << low) - 1)))
            return false;
    for (uint32_t i = s->below.first[cell]; i < s->below.first[cell + 1]; i++)
        if (!variant_take(s, s->below.numbers[i], ~(symbols_t)((UINT64_C(1) << high) - 1)))
            return false;
    return true;
}

static bool take_all(variant_t *s, const uint64_t *cells, int symbol)
{
    for (int w = 0; w < s->words; w++)
        for (uint64_t left = cells[w]; left; left &= left - 1)
            if (!variant_take(s, 64 * w + lowest(left), UINT32_C(1) << symbol))
                return false;
    return true;
}

enum { MOST_WORDS = VARIANT_MOST_SYMBOLS * VARIANT_MOST_SYMBOLS / 64 };

/* Find the cells of a set of `plane` that are in `sets` of every place of a house. Return whether
 * there are any. */
static bool common(const variant_t *s, const uint64_t *sets, const uint64_t *plane, int house,
                   symbols_t places, uint64_t found[MOST_WORDS])
{
    memcpy(found, plane, (size_t)s->words * sizeof *found);
    for (; places; places &= places - 1) {
        int cell = s->rules->house_cells[house * s->n + lowest(places)];
        const uint64_t *set = sets + (size_t)cell * (size_t)s->words;
        uint64_t any = 0;
        for (int w = 0; w < s->words; w++)
            any |= found[w] &= set[w];
        if (!any)
            return false;
    }
    return true;
}

/* Apply what the places of a symbol in a house say of all cells. */
static bool settle_places(variant_t *s, int house, int symbol)
{
    uint64_t found[MOST_WORDS];
    symbols_t places = s->places[house * s->n + symbol];
    const uint64_t *plane = s->planes + symbol * s->words;
    s->work++;
    if (common(s, s->seen, plane, house, places, found) && !take_all(s, found, symbol))
        return false;
    if (!s->rules->close)
        return true;
    for (int beside = symbol - 1; beside <= symbol + 1; beside += 2) {
        if (beside < 0 || beside >= s->n)
            continue;
        plane = s->planes + beside * s->words;
        if (common(s, s->rules->close, plane, house, places, found) && !take_all(s, found, beside))
            return false;
    }
    return true;
}

/* Look at the symbols of houses that changed, until there is a single. */
static bool settle_houses(variant_t *s)
{
    for (int house = 0; house < s->houses; house++)
        while (s->changed[house]) {
            int symbol = lowest(s->changed[house]);
            s->changed[house] &= s->changed[house] - 1;
            if (is_single(s->places[house * s->n + symbol]))
                continue;
            if (!settle_places(s, house, symbol))
                return false;
            if (s->single_count || s->only_count)
                return true;
        }
    s->is_changed = false;
    for (int house = 0; house < s->houses; house++)
        s->is_changed |= s->changed[house] != 0;
    return true;
}

bool variant_settle(variant_t *s)
{
    for (;;) {
        if (!settle_singles(s))
            return false;
        if (s->neighbour_count) {
            int cell = s->neighbours[--s->neighbour_count];
            s->is_neighbour[cell] = 0;
            if (!settle_cell(s, cell))
                return false;
        } else if (s->is_changed) {
            if (!settle_houses(s))
                return false;
        } else if (s->summed_count) {
            int cage = s->summed[--s->summed_count];
            s->is_summed[cage] = 0;
            if (!variant_sum(s, cage))
                return false;
        } else {
            return true;
        }
    }
}

void variant_forget(variant_t *s)
{
    s->single_count = s->only_count = 0;
    while (s->neighbour_count)
        s->is_neighbour[s->neighbours[--s->neighbour_count]] = 0;
    while (s->summed_count)
        s->is_summed[s->summed[--s->summed_count]] = 0;
    memset(s->changed, 0, (size_t)s->houses * sizeof *s->changed);
    s->is_changed = false;
}
