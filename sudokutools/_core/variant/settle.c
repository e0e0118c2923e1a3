/* Removing candidates until no rule applies. Changes queue the cells, houses and cages to look at
 * again. Rules run in the order of their costs; the result does not depend on it. */
#include "variant/state.h"

#include <string.h>

/* The most places of a symbol in a house that are looked at with items. */
enum { FEW = 3 };

void variant_look_at_cage(variant_t *s, int cage)
{
    if (s->is_summed[cage]) {
        s->is_summed[cage] = 2;
        return;
    }
    s->is_summed[cage] = 1;
    int at = s->summed_first + s->summed_count++;
    if (cage < s->stacked)
        at = s->summed_first = (s->summed_first ? s->summed_first : s->cages) - 1;
    s->summed[at < s->cages ? at : at - s->cages] = (uint16_t)cage;
}

static int next_cage(variant_t *s)
{
    int cage = s->summed[s->summed_first++];
    s->summed_first = s->summed_first < s->cages ? s->summed_first : 0;
    s->summed_count--;
    s->is_summed[cage] = 0;
    return cage;
}

static void look_at_cell(variant_t *s, int cell)
{
    if (!s->is_neighbour[cell]) {
        s->is_neighbour[cell] = 1;
        s->neighbours[s->neighbour_count++] = (uint16_t)cell;
    }
}

static void look_at_house(houses_t *houses, int house, symbols_t symbols)
{
    if (symbols && !houses->symbols[house])
        houses->queue[houses->count++] = (uint16_t)house;
    houses->symbols[house] |= symbols;
}

bool variant_take(variant_t *s, int cell, symbols_t gone)
{
    symbols_t left = s->symbols[cell] & ~gone;
    gone &= s->symbols[cell];
    if (!gone)
        return true;
    if (!left) {
        s->emptied = cell;
        return false;
    }
    s->symbols[cell] = left;
    s->work++;
    if (is_single(left))
        s->singles[s->single_count++] = (uint16_t)cell;
    if (s->has_neighbours)
        look_at_cell(s, cell);
    if (s->cages)
        for (uint32_t i = s->cages_of.first[cell]; i < s->cages_of.first[cell + 1]; i++)
            variant_look_at_cage(s, s->cages_of.numbers[i]);
    uint64_t others = ~(UINT64_C(1) << cell % 64);
    for (symbols_t rest = gone; rest; rest &= rest - 1)
        s->planes[lowest(rest) * s->words + cell / 64] &= others;
    const uint16_t *end = s->houses_of.numbers + s->houses_of.first[cell + 1];
    const uint16_t *house = s->houses_of.numbers + s->houses_of.first[cell];
    for (; house < end; house++)
        look_at_house(&s->changed, *house, gone & ~s->settled_in[*house]);
    return true;
}

ALWAYS_INLINE bool tell(variant_t *s, int words, int cell)
{
    symbols_t symbol = s->symbols[cell];
    const uint64_t *plane = s->planes + lowest(symbol) * words;
    const uint64_t *seen = variant_seen(s, words, lowest(symbol), cell);
    s->cause = cell;
    variant_count_settled(s, cell);
    for (int w = 0; w < words; w++)
        for (uint64_t cells = plane[w] & seen[w]; cells; cells &= cells - 1)
            if (!variant_take(s, 64 * w + lowest(cells), symbol))
                return false;
    return true;
}

static inline int first_cell(const uint64_t *cells)
{
    int w = 0;
    while (!cells[w])
        w++;
    return 64 * w + lowest(cells[w]);
}

/* Place the symbols with one cell in a house; changed ones with more are for `settle_places`. */
ALWAYS_INLINE bool settle_house(variant_t *s, int words)
{
    uint64_t places[MOST_WORDS];
    int house = s->changed.queue[--s->changed.count];
    s->cause = s->size + house;
    symbols_t changed = s->changed.symbols[house] & ~s->settled_in[house];
    s->changed.symbols[house] = 0;
    for (; changed; changed &= changed - 1) {
        symbols_t symbol = changed & -changed;
        variant_places(s, words, house, lowest(symbol), places);
        int count = variant_some(places, words);
        if (!count)
            return false;
        if (count > 2 && s->has_items) { /* Many places are seldom seen by one cell. */
            if (variant_count(places, words) <= FEW)
                look_at_house(&s->narrowed, house, symbol);
        } else if (count > 1)
            look_at_house(&s->narrowed, house, symbol);
        else if (!variant_take(s, first_cell(places), ~symbol))
            return false;
    }
    return true;
}

/* Apply the candidates of a cell to cells that it has tables for. */
static bool settle_arcs(variant_t *s, int cell)
{
    symbols_t set = s->symbols[cell], gone = 0;
    int count = count_bits(set), image = -1;
    s->cause = cell;
    for (const arc_t *arc = s->arcs + s->first_arc[cell]; arc < s->arcs + s->first_arc[cell + 1];
         arc++) {
        if (arc->image != image) { /* Equal ones often come together. */
            image = arc->image;
            gone = count <= s->widest[image] ? ~variant_image(s, image, set) : 0;
        }
        if (!variant_take(s, arc->cell, gone))
            return false;
    }
    return true;
}

ALWAYS_INLINE bool take_all(variant_t *s, int words, const uint64_t *cells, int symbol)
{
    for (int w = 0; w < words; w++)
        for (uint64_t left = cells[w]; left; left &= left - 1)
            if (!variant_take(s, 64 * w + lowest(left), UINT32_C(1) << symbol))
                return false;
    return true;
}

/* Keep of `cells` the ones in `sets` of every place. Return whether there are any. */
ALWAYS_INLINE bool common(int words, const uint64_t *sets, const uint64_t *places, uint64_t *cells)
{
    for (int w = 0; w < words; w++)
        for (uint64_t left = places[w]; left; left &= left - 1) {
            const uint64_t *set = sets + (size_t)(64 * w + lowest(left)) * (size_t)words;
            uint64_t any = 0;
            for (int v = 0; v < words; v++)
                any |= cells[v] &= set[v];
            if (!any)
                return false;
        }
    return true;
}

/* Return the symbols that a cell may not hold, by tables, if another one holds a symbol. */
static symbols_t excluded(const variant_t *s, int from, int symbol, int cell)
{
    symbols_t own = UINT32_C(1) << symbol, gone = from == cell ? ~own : 0;
    if (has_cell(variant_seen(s, s->words, symbol, from), cell))
        gone |= own;
    for (uint32_t i = s->first_arc[from]; i < s->first_arc[from + 1]; i++)
        if (s->arcs[i].cell == cell)
            gone |= ~variant_image(s, s->arcs[i].image, own);
    return gone;
}

/* Apply few places of a symbol in a house to cells that the first one has tables for. */
static bool settle_few(variant_t *s, int words, int symbol, const uint64_t *places)
{
    int cells[FEW], count = 0;
    for (int w = 0; w < words; w++)
        for (uint64_t left = places[w]; left; left &= left - 1) {
            cells[count++] = 64 * w + lowest(left);
            if (s->first_arc[cells[count - 1]] == s->first_arc[cells[count - 1] + 1])
                return true;
        }
    for (uint32_t i = s->first_arc[*cells]; i <= s->first_arc[*cells + 1]; i++) {
        int cell = i < s->first_arc[*cells + 1] ? s->arcs[i].cell : *cells;
        symbols_t gone = s->symbols[cell];
        for (int k = 0; k < count && gone; k++)
            gone &= excluded(s, cells[k], symbol, cell);
        if (!variant_take(s, cell, gone))
            return false;
    }
    return true;
}

/* Apply the places of a symbol in a house to all cells, for the next symbol that changed. */
ALWAYS_INLINE bool settle_places(variant_t *s, int words)
{
    uint64_t places[MOST_WORDS], found[MOST_WORDS];
    int house = s->narrowed.queue[s->narrowed.count - 1];
    s->cause = s->size + house;
    int symbol = lowest(s->narrowed.symbols[house]);
    s->narrowed.symbols[house] &= s->narrowed.symbols[house] - 1;
    if (!s->narrowed.symbols[house])
        s->narrowed.count--;
    variant_places(s, words, house, symbol, places);
    if (variant_some(places, words) < 2)
        return true;                /* It is in the other queue again, or settled. */
    for (int w = 0; w < words; w++) /* No place sees itself. */
        found[w] = s->planes[symbol * words + w] & ~places[w];
    s->work++;
    if (common(words, variant_seen(s, words, symbol, 0), places, found) &&
        !take_all(s, words, found, symbol))
        return false;
    return !s->has_items || settle_few(s, words, symbol, places);
}

bool variant_use_places(variant_t *s, int symbol, const uint64_t *places)
{
    uint64_t found[MOST_WORDS];
    int count = variant_some(places, s->words);
    if (count < 2)
        return count && variant_take(s, first_cell(places), ~(UINT32_C(1) << symbol));
    memcpy(found, s->planes + symbol * s->words, (size_t)s->words * sizeof *found);
    return !common(s->words, variant_seen(s, s->words, symbol, 0), places, found) ||
           take_all(s, s->words, found, symbol);
}

static bool settle_cage(variant_t *s, int number)
{
    cage_t cage;
    s->cause = s->size + s->houses + number;
    if (!variant_sum(s, number, &cage))
        return false;
    for (int i = 0; i < cage.count; i++)
        if (!variant_take(s, cage.cell[i], ~cage.left[i]))
            return false;
    return true;
}

/* Remove everything that the rules exclude, for sets of `words` words. */
ALWAYS_INLINE bool settle(variant_t *s, int words)
{
    for (;;) {
        if (s->single_count) {
            if (!tell(s, words, s->singles[--s->single_count]))
                return false;
        } else if (s->neighbour_count) {
            int cell = s->neighbours[--s->neighbour_count];
            s->is_neighbour[cell] = 0;
            if (!settle_arcs(s, cell))
                return false;
        } else if (s->changed.count) {
            if (!settle_house(s, words))
                return false;
        } else if (s->narrowed.count) {
            if (!settle_places(s, words))
                return false;
        } else if (s->summed_count) {
            int cage = next_cage(s);
            if (!(s->has_items ? s->settle_part(s, cage) : settle_cage(s, cage)))
                return false;
        } else {
            return true;
        }
    }
}

bool variant_settle(variant_t *s) { return s->words == 2 ? settle(s, 2) : settle(s, s->words); }

static void forget_houses(houses_t *houses)
{
    while (houses->count)
        houses->symbols[houses->queue[--houses->count]] = 0;
}

void variant_forget(variant_t *s)
{
    s->single_count = 0;
    while (s->neighbour_count)
        s->is_neighbour[s->neighbours[--s->neighbour_count]] = 0;
    while (s->summed_count)
        next_cage(s);
    forget_houses(&s->changed);
    forget_houses(&s->narrowed);
}
