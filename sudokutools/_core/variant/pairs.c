/* Pairs of cells: what the symbol of one excludes for the other. Equal symbols make that cells see
 * each other, for all symbols or some; the rest is an image of each set of symbols. */
#include "variant/items.h"

#include <string.h>

/* Return the image of a table, a known one if it is among the newest; -1: no memory. */
static int find_image(make_t *make, const symbols_t *table)
{
    variant_t *s = make->s;
    int bytes = (s->n + 7) / 8, most = 0;
    for (int image = make->images; image-- > 0 && image + 64 > make->images;) {
        int symbol = 0;
        while (symbol < s->n && variant_image(s, image, UINT32_C(1) << symbol) == table[symbol])
            symbol++;
        if (symbol == s->n)
            return image;
    }
    symbols_t *to = variant_memory(s, (size_t)bytes * 256, sizeof *to);
    if (!to)
        return -1;
    for (int i = 0; i < bytes * 256; i++)
        if (i % 256 && 8 * (i / 256) + lowest((unsigned)i % 256) < s->n)
            to[i] = to[i & (i - 1)] | table[8 * (i / 256) + lowest((unsigned)i % 256)];
    for (int symbol = 0; symbol < s->n; symbol++) { /* It goes while no symbol goes with it. */
        int without = 0;
        for (int other = 0; other < s->n; other++)
            without += !(table[other] >> symbol & 1);
        most = without > most ? without : most;
    }
    s->images[make->images] = to;
    s->widest[make->images] = (uint8_t)most;
    return make->images++;
}

/* Add what a table excludes; `known`: pairs with it that do not see each other, and that do. */
bool variant_relate(make_t *make, int first, int second, const symbols_t *table,
                    const pair_t **known)
{
    symbols_t to[VARIANT_MOST_SYMBOLS], from[VARIANT_MOST_SYMBOLS] = {0};
    bool sees = variant_is_seen(make, first, second), is_more = false;
    pair_t *pair = make->pairs + make->pair_count++;
    *pair = known[sees] ? *known[sees] : (pair_t){.images = {-1, -1}};
    pair->cells[0] = (uint16_t)first;
    pair->cells[1] = (uint16_t)second;
    if (known[sees])
        return true;
    known[sees] = pair;
    for (int symbol = 0; symbol < make->s->n; symbol++) {
        symbols_t own = UINT32_C(1) << symbol;
        pair->equal |= table[symbol] & own;
        is_more |= (table[symbol] | own) != make->s->every;
        to[symbol] = table[symbol] & (sees ? ~own : make->s->every);
        for (symbols_t left = to[symbol]; left; left &= left - 1)
            from[lowest(left)] |= own;
    }
    if (!is_more)
        return true;
    pair->images[0] = find_image(make, to);
    pair->images[1] = find_image(make, from);
    return pair->images[0] >= 0 && pair->images[1] >= 0;
}

/* Copy what cells see for each symbol, and add what single pairs exclude. Return false: no memory.
 * */
static bool see_symbols(make_t *make)
{
    variant_t *s = make->s;
    size_t step = (size_t)s->size * (size_t)s->words;
    uint64_t *all = variant_memory(s, (size_t)s->n * step, sizeof *all);
    if (!all)
        return false;
    for (int symbol = 0; symbol < s->n; symbol++)
        memcpy(all + (size_t)symbol * step, make->seen, step * sizeof *all);
    for (size_t i = 0; i < make->pair_count; i++)
        for (symbols_t left = s->every & ~make->pairs[i].equal; left; left &= left - 1)
            for (int k = 0; k < 2; k++)
                add_cell(all + (size_t)lowest(left) * step +
                             (size_t)make->pairs[i].cells[k] * (size_t)s->words,
                         make->pairs[i].cells[1 - k]);
    s->seen = all;
    s->seen_step = step;
    return true;
}

bool variant_list_pairs(make_t *make)
{
    variant_t *s = make->s;
    bool is_any = false;
    s->first_arc = variant_memory(s, (size_t)s->size + 2, sizeof *s->first_arc);
    s->arcs = variant_memory(s, 2 * make->pair_count + 1, sizeof *s->arcs);
    if (!s->first_arc || !s->arcs)
        return false;
    for (size_t i = 0; i < make->pair_count; i++) {
        const pair_t *pair = make->pairs + i;
        is_any |= pair->equal != s->every && !variant_is_seen(make, pair->cells[0], pair->cells[1]);
        for (int k = 0; pair->images[0] >= 0 && k < 2; k++)
            s->first_arc[pair->cells[k] + 1]++;
    }
    for (int cell = 0; cell < s->size; cell++)
        s->first_arc[cell + 1] += s->first_arc[cell];
    uint32_t arcs = s->first_arc[s->size];
    s->has_neighbours = arcs > 0;
    for (size_t i = make->pair_count; i-- > 0;) {
        const pair_t *pair = make->pairs + i;
        for (int k = 0; pair->images[0] >= 0 && k < 2; k++)
            s->arcs[--s->first_arc[pair->cells[k] + 1]] =
                (arc_t){pair->cells[1 - k], (uint16_t)pair->images[k]};
    }
    memmove(s->first_arc, s->first_arc + 1, (size_t)s->size * sizeof *s->first_arc);
    s->first_arc[s->size] = arcs;
    return !is_any || see_symbols(make);
}
