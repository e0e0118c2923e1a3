/* Regions to be found: of each cell of a rectangle another one holds the number of its region. A
 * region is connected by sides and has each symbol once. The first regions are known by some cell,
 * the others are numbered in the order of their first cells. */
#include "variant/items.h"

#include <string.h>

bool variant_add_regions(make_t *make, const item_t *item)
{
    variant_t *s = make->s;
    const uint16_t *cells = variant_cells_of(s, item);
    s->walk = s->walk ? s->walk : variant_memory(s, (size_t)s->size, sizeof *s->walk);
    s->numbered = variant_memory(s, (size_t)s->size, sizeof *s->numbered);
    s->free_cells = variant_memory(s, (size_t)s->words, sizeof *s->free_cells);
    uint64_t *looked = variant_memory(s, (size_t)(item->count / s->n * s->words), sizeof *looked);
    if (!cells || !s->walk || !s->numbered || !s->free_cells || !looked)
        return false;
    for (int i = item->count / 2; i < item->count && !item->numbers[1]; i++) {
        make->start[cells[i]] &= (UINT32_C(2) << (item->count / 2 / s->n - 1)) - 1;
        add_cell(s->free_cells, cells[i]);
        s->free = s->parts + make->parts;
    }
    s->parts[make->parts++] = (part_t){.kind = VARIANT_REGIONS,
                                       .count = item->count,
                                       .cells = cells,
                                       .columns = (int)item->numbers[0],
                                       .looked = looked,
                                       .total = item->numbers[1]};
    return true;
}

symbols_t variant_unused(const variant_t *s)
{
    symbols_t unused = s->free ? s->every : 0;
    for (int i = s->free ? s->free->count / 2 : 0; unused && i < s->free->count; i++)
        if (is_single(s->symbols[s->free->cells[i]]))
            unused &= ~s->symbols[s->free->cells[i]];
    return unused;
}

/* Keep the numbers of regions that some order of first cells has. Bit k of `numbered[i]`: there can
 * be k + 1 regions before cell i. */
static bool keep_order(variant_t *s, const part_t *part)
{
    int count = part->count / 2;
    const uint16_t *numbers = part->cells + count;
    symbols_t *before = s->numbered;
    *before = UINT32_C(1) << (part->total - 1);
    for (int i = 0; i < count; i++) {
        symbols_t set = s->symbols[numbers[i]];
        before[i + 1] = (before[i] & -(set & -set)) | ((before[i] << 1) & set);
    }
    symbols_t after = before[count] & UINT32_C(1) << (count / s->n - 1);
    for (int i = count; i-- > 0;) {
        symbols_t set = s->symbols[numbers[i]], known = before[i] & after;
        symbols_t kept = (before[i] << 1) & after;
        if (known)
            kept |= (symbols_t)((UINT64_C(2) << highest(known)) - 1);
        if (!variant_take(s, numbers[i], ~kept))
            return false;
        after = (after & -(set & -set)) | ((after & set) >> 1);
    }
    return true;
}

/* Keep the symbols that a region can have, each once, and the cells that have some for it. */
static bool keep_symbols(variant_t *s, const part_t *part, symbols_t region)
{
    int count = part->count / 2;
    const uint16_t *numbers = part->cells + count;
    symbols_t used = 0;
    uint64_t places[MOST_WORDS], own[MOST_WORDS];
    memset(own, 0, (size_t)s->words * sizeof *own);
    for (int i = 0; i < count; i++) {
        symbols_t held = s->symbols[part->cells[i]], number = s->symbols[numbers[i]];
        if (number & region)
            add_cell(own, part->cells[i]);
        bool is_held = number == region && is_single(held);
        if (is_held && (used & held))
            return false;
        used |= is_held ? held : 0;
    }
    for (int i = 0; used && i < count; i++) {
        symbols_t held = s->symbols[part->cells[i]], number = s->symbols[numbers[i]];
        if (number == region && !is_single(held) && !variant_take(s, part->cells[i], used))
            return false;
        if (number != region && !(held & ~used) && !variant_take(s, numbers[i], region))
            return false;
    }
    for (symbols_t left = s->every & ~used; left; left &= left - 1) {
        for (int w = 0; w < s->words; w++)
            places[w] = s->planes[lowest(left) * s->words + w] & own[w];
        int found = variant_some(places, s->words);
        for (int i = 0; found == 1 && i < count; i++)
            if (has_cell(places, part->cells[i]) && !variant_take(s, numbers[i], ~region))
                return false;
        if (!found || (found < 3 && !variant_use_places(s, lowest(left), places)))
            return false;
    }
    return true;
}

/* Settle a region, unless its possible and its required places are the same as last time. */
static bool keep_connected(variant_t *s, const part_t *region)
{
    uint64_t now[2 * MOST_WORDS];
    long long work = s->work + 8 * region->count;
    memset(now, 0, (size_t)(2 * s->words) * sizeof *now);
    for (int i = 0; i < region->count; i++) {
        symbols_t number = s->symbols[region->cells[i]];
        if (number & s->region)
            add_cell(now + (number == s->region ? s->words : 0), i);
    }
    if (!memcmp(now, region->looked, (size_t)(2 * s->words) * sizeof *now))
        return true;
    bool is_fine = variant_settle_region(s, region);
    if (is_fine && s->work == work)
        memcpy(region->looked, now, (size_t)(2 * s->words) * sizeof *now);
    return is_fine;
}

bool variant_settle_regions(variant_t *s, const part_t *part)
{
    int count = part->count / 2;
    part_t one = {.count = count,
                  .cells = part->cells + count,
                  .sets = &s->region,
                  .columns = part->columns,
                  .looked = part->looked,
                  .total = s->n};
    long long begun = s->work;
    s->region = 0;
    if (part->total && !keep_order(s, part))
        return false;
    for (int number = 0; number < count / s->n; number++, one.looked += 2 * s->words) {
        s->region = UINT32_C(1) << number;
        if (!keep_connected(s, &one) || !keep_symbols(s, part, s->region))
            return false;
    }
    s->work = begun; /* Most regions are as they were. */
    return true;
}
