/* Items as they come from Python: read one after the other, and checked. */
#include "variant/items.h"

enum { MOST_TABLES = 4096, MOST_PARTS = 50000 };

/* The most that weights and totals can be, and states of automata in all positions. */
static const int64_t MOST = INT64_C(1) << 40, MOST_STATES = INT64_C(1) << 26;

size_t variant_read_item(const variant_clues_t *clues, size_t at, item_t *item)
{
    size_t left = clues->length - at;
    const int64_t *numbers = clues->items + at;
    if (left < 3 || numbers[0] < 0 || numbers[0] > VARIANT_MACHINE || numbers[1] < 0 ||
        (uint64_t)numbers[1] > left - 3)
        return 0;
    *item = (item_t){.kind = (int)numbers[0], .count = (int)numbers[1], .cells = numbers + 2};
    int64_t length = numbers[2 + item->count];
    if (length < 0 || (uint64_t)length > left - 3 - (size_t)item->count || length > INT32_MAX)
        return 0;
    item->length = (int)length;
    item->numbers = numbers + 3 + item->count;
    return at + 3 + (size_t)item->count + (size_t)length;
}

bool variant_are_within(const int64_t *numbers, int count, int64_t least, int64_t most)
{
    for (int i = 0; i < count; i++)
        if (numbers[i] < least || numbers[i] > most)
            return false;
    return true;
}

bool variant_are_different(const item_t *item)
{
    uint64_t used[MOST_WORDS] = {0};
    for (int i = 0; i < item->count; i++) {
        if (has_cell(used, (int)item->cells[i]))
            return false;
        add_cell(used, (int)item->cells[i]);
    }
    return true;
}

static bool is_machine(const item_t *item, int n)
{
    int states = (item->length - 1) / (n + 1);
    bool fits =
        item->length == 1 + states * (n + 1) && variant_are_within(item->numbers, 1, 0, states);
    for (int i = 0; fits && i < states; i++) {
        const int64_t *row = item->numbers + 1 + i * (n + 1);
        fits = variant_are_within(row, 1, 0, 2 * states + 1) && (*row < 2 || *row / 2 > i + 1) &&
               variant_are_within(row + 1, n, -1, states - 1);
    }
    return fits;
}

typedef struct {
    int tables, machines, parts;
    int64_t largest, states; /* of machines; of automata in all positions */
} seen_t;

static bool is_item(const item_t *item, int n, int size, seen_t *seen)
{
    int64_t every = (INT64_C(1) << n) - 1;
    if (!variant_are_within(item->cells, item->count, 0, size - 1))
        return false;
    switch (item->kind) {
    case VARIANT_DIFFERENT:
        return !item->length && variant_are_different(item);
    case VARIANT_RELATED:
        return item->count == 2 && variant_are_different(item) && item->length == 1 &&
               variant_are_within(item->numbers, 1, 0, seen->tables - 1);
    case VARIANT_TOTAL:
        for (int i = 0; i < item->count && i < item->length; i++)
            if (!item->numbers[i])
                return false;
        return item->length == item->count + 1 && variant_are_different(item) &&
               variant_are_within(item->numbers, item->length, -MOST, MOST);
    case VARIANT_SETS:
        return variant_are_different(item) &&
               variant_are_within(item->numbers, item->length, 0, every);
    case VARIANT_AUTOMATON:
        seen->states += (item->count + 1) * seen->largest;
        return item->count <= size && item->length == 1 && seen->states <= MOST_STATES &&
               variant_are_within(item->numbers, 1, 0, seen->machines - 1);
    case VARIANT_CONNECTED:
        return item->count && variant_are_different(item) && item->length == 3 &&
               variant_are_within(item->numbers, 1, 1, item->count) &&
               variant_are_within(item->numbers + 1, 1, 0, every) &&
               variant_are_within(item->numbers + 2, 1, 0, item->count);
    case VARIANT_REGIONS:
        return item->count && !(item->count % (2 * n)) && item->count / (2 * n) <= n &&
               item->length == 2 && variant_are_within(item->numbers, 1, 1, item->count / 2) &&
               variant_are_within(item->numbers + 1, 1, 0, item->count / (2 * n));
    case VARIANT_TABLE:
        return seen->tables++ < MOST_TABLES && !item->count && item->length == n &&
               variant_are_within(item->numbers, n, 0, every);
    default:
        seen->machines++;
        if (item->length / n > seen->largest)
            seen->largest = item->length / n;
        return !item->count && is_machine(item, n);
    }
}

bool variant_items_fit(const variant_clues_t *clues, int n, int size)
{
    seen_t seen = {0};
    item_t item;
    for (size_t at = 0; at < clues->length;) {
        at = variant_read_item(clues, at, &item);
        if (!at || !is_item(&item, n, size, &seen) || ++seen.parts > MOST_PARTS)
            return false;
    }
    return true;
}

uint16_t *variant_cells_of(variant_t *s, const item_t *item)
{
    uint16_t *cells = variant_memory(s, (size_t)item->count + 1, sizeof *cells);
    for (int i = 0; cells && i < item->count; i++)
        cells[i] = (uint16_t)item->cells[i];
    return cells;
}
