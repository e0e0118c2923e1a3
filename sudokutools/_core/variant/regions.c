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
    if (!cells || !s->walk || !s->numbered || !s->free_cells)
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
    uint64_t places[MOST_WORDS];
    for (int i = 0; i < count; i++) {
        symbols_t held = s->symbols[part->cells[i]];
        if (s->symbols[numbers[i]] != region || !is_single(held))
            continue;
        if (used & held)
            return false;
        used |= held;
    }
    for (int i = 0; i < count; i++) {
        symbols_t held = s->symbols[part->cells[i]];
        bool is_in = s->symbols[numbers[i]] == region;
        if (is_in && !is_single(held) && !variant_take(s, part->cells[i], used))
            return false;
        if (!is_in && !(held & ~used) && !variant_take(s, numbers[i], region))
            return false;
    }
    for (symbols_t left = s->every & ~used; left; left &= left - 1) {
        symbols_t symbol = left & -left;
        int found = 0, last = 0;
        memset(places, 0, (size_t)s->words * sizeof *places);
        for (int i = 0; i < count; i++)
            if ((s->symbols[numbers[i]] & region) && (s->symbols[part->cells[i]] & symbol)) {
                add_cell(places, part->cells[i]);
                found++;
                last = i;
            }
        if (!found || (found == 1 && !variant_take(s, numbers[last], ~region)) ||
            !variant_use_places(s, lowest(symbol), places))
            return false;
    }
    return true;
}

bool variant_settle_regions(variant_t *s, const part_t *part)
{
    int count = part->count / 2;
    part_t one = {.count = count,
                  .cells = part->cells + count,
                  .sets = &s->region,
                  .columns = part->columns,
                  .total = s->n};
    long long begun = s->work;
    s->region = 0;
    if (part->total && !keep_order(s, part))
        return false;
    for (int number = 0; number < count / s->n; number++) {
        s->region = UINT32_C(1) << number;
        if (!variant_settle_region(s, &one) || !keep_symbols(s, part, s->region))
            return false;
    }
    s->work = begun + 8 * count; /* Most regions are as they were. */
    return true;
}
