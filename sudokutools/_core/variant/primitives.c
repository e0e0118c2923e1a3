/* From items to what the search looks at: which cells see each other, full houses, tables of pairs
 * of cells, and parts: sets, totals, automata, regions. Totals of cells that see each other become
 * sets, those of two cells tables; some follow from houses (hidden.c). */
#include "variant/items.h"

#include <stdlib.h>
#include <string.h>

static void see(make_t *make, int one, int other)
{
    if (one != other)
        add_cell(make->seen + (size_t)one * (size_t)make->s->words, other);
}

static bool is_unequal(const item_t *table, int n)
{
    for (int symbol = 0; symbol < n; symbol++)
        if (table->numbers[symbol] != (((INT64_C(1) << n) - 1) & ~(INT64_C(1) << symbol)))
            return false;
    return true;
}

/* Take over the houses of the rules, and what sees each other by them. Return false: no memory. */
static bool begin(make_t *make, const variant_clues_t *clues)
{
    variant_t *s = make->s;
    const variant_rules_t *rules = s->rules;
    item_t item;
    for (size_t at = 0; at < clues->length; make->counts[item.kind]++)
        at = variant_read_item(clues, at, &item);
    size_t words = (size_t)s->words, full = (size_t)s->houses + make->counts[VARIANT_DIFFERENT];
    make->seen = variant_memory(s, (size_t)s->size * words, sizeof *make->seen);
    make->house_sets = variant_memory(s, full * words + 1, sizeof *make->house_sets);
    make->tables = variant_memory(s, make->counts[VARIANT_TABLE] + 1, sizeof *make->tables);
    make->known = variant_memory(s, make->counts[VARIANT_TABLE] + 1, sizeof *make->known);
    make->machines = variant_memory(s, make->counts[VARIANT_MACHINE] + 1, sizeof *make->machines);
    make->start = variant_memory(s, (size_t)s->size, sizeof *make->start);
    if (!make->seen || !make->house_sets || !make->tables || !make->known || !make->machines ||
        !make->start)
        return false;
    for (int cell = 0; cell < s->size; cell++)
        make->start[cell] = s->start ? s->start[cell] : s->every;
    for (int cell = 0; cell < s->grid; cell++)
        memcpy(make->seen + (size_t)cell * words, rules->seen + cell * rules->words,
               (size_t)rules->words * sizeof *make->seen);
    for (int house = 0; house < s->houses; house++)
        memcpy(make->house_sets + (size_t)house * words, rules->house_sets + house * rules->words,
               (size_t)rules->words * sizeof *make->house_sets);
    s->start = make->start;
    s->seen = make->seen;
    s->house_sets = make->house_sets;
    return true;
}

static void add_house(make_t *make, const item_t *item)
{
    variant_t *s = make->s;
    size_t words = (size_t)s->words;
    uint64_t *set = make->house_sets + (size_t)s->houses * words;
    for (int i = 0; i < item->count; i++)
        add_cell(set, (int)item->cells[i]);
    int house = 0;
    while (memcmp(make->house_sets + (size_t)house * words, set, words * sizeof *set))
        house++;
    if (house < s->houses)
        memset(set, 0, words * sizeof *set);
    else
        s->houses++;
}

/* Collect tables, machines, full houses, and what sees each other. */
static void see_items(make_t *make, const variant_clues_t *clues)
{
    int n = make->s->n, tables = 0, machines = 0;
    item_t item;
    for (size_t at = 0; at < clues->length;) {
        at = variant_read_item(clues, at, &item);
        if (item.kind == VARIANT_TABLE)
            make->tables[tables++] = item;
        if (item.kind == VARIANT_MACHINE)
            make->machines[machines++] = item;
        if (item.kind == VARIANT_DIFFERENT && item.count == n)
            add_house(make, &item);
        if (item.kind == VARIANT_DIFFERENT || item.kind == VARIANT_SETS ||
            (item.kind == VARIANT_RELATED && is_unequal(make->tables + *item.numbers, n)))
            for (int i = 0; i < item.count; i++)
                for (int k = 0; k < item.count; k++)
                    see(make, (int)item.cells[i], (int)item.cells[k]);
    }
}

static bool list_houses(variant_t *s)
{
    size_t numbers = (size_t)s->houses * (size_t)s->n;
    if (!variant_new_lists(s, &s->houses_of, s->size, numbers))
        return false;
    variant_list_sets(&s->houses_of, s->size, s->house_sets, s->houses, (size_t)s->words);
    return true;
}

/* Return the sum that an item has, whatever its symbols; 0: none that is known. */
static int sum_of(const item_t *item)
{
    int sum = 0;
    if (item->kind == VARIANT_TOTAL) {
        int64_t total = item->numbers[item->count];
        return variant_are_within(item->numbers, item->count, 1, 1) && total > 0 &&
                       total < UINT16_MAX
                   ? (int)total
                   : 0;
    }
    for (int i = 0; item->kind == VARIANT_SETS && i < item->length; i++) {
        int other = 0;
        for (symbols_t set = (symbols_t)item->numbers[i]; set; set &= set - 1)
            other += lowest(set) + 1;
        if (i && other != sum)
            return 0;
        sum = other;
    }
    return sum;
}

/* Collect sums of cells that are in no other one, and what follows. Return false: no memory. */
static bool collect_sums(make_t *make, const variant_clues_t *clues)
{
    variant_t *s = make->s;
    uint64_t used[MOST_WORDS] = {0};
    item_t item;
    for (size_t at = 0; at < clues->length;) {
        at = variant_read_item(clues, at, &item);
        int sum = sum_of(&item);
        for (int i = 0; i < item.count; i++)
            if (item.cells[i] >= s->grid || has_cell(used, (int)item.cells[i]))
                sum = 0;
        if (!sum)
            continue;
        for (int i = 0; i < item.count; i++)
            add_cell(used, (int)item.cells[i]);
        const uint16_t *cells = variant_cells_of(s, &item);
        if (!cells || !variant_add_cage(&make->cages, sum, cells, item.count))
            return false;
        make->given++;
    }
    return !make->cages.count || variant_add_hidden(s, &make->cages);
}

/* Add sets with this many symbols. Return false: no memory. */
static bool add_sets(make_t *make, int count, const uint16_t *cells, symbols_t *sets, int set_count)
{
    uint64_t *allowed = NULL;
    if (make->s->n <= VARIANT_SUBSETS &&
        !(allowed = variant_memory(make->s, SUBSET_WORDS, sizeof *allowed)))
        return false;
    part_t *part = make->s->parts + make->parts++;
    *part = (part_t){
        .kind = VARIANT_SETS, .count = count, .cells = cells, .sets = sets, .allowed = allowed};
    for (int i = 0; i < set_count; i++)
        if (count_bits(sets[i]) == count)
            sets[part->set_count++] = sets[i];
    for (int i = 0; allowed && i < part->set_count; i++)
        add_cell(allowed, (int)sets[i]);
    return true;
}

/* Begin groups of cells with equal weights that see each other, and sort cells and weights so. */
static void group(const make_t *make, part_t *part, uint16_t *cells, int64_t *weights,
                  uint16_t *groups)
{
    int done = 0;
    while (done < part->count) {
        int first = done;
        groups[part->group_count++] = (uint16_t)first;
        for (int i = done; i < part->count; i++) {
            bool fits = i == first || weights[i] == weights[first];
            for (int k = first; fits && k < done; k++)
                fits = variant_is_seen(make, cells[i], cells[k]);
            if (!fits)
                continue;
            uint16_t cell = cells[i];
            int64_t weight = weights[i];
            cells[i] = cells[done];
            weights[i] = weights[done];
            cells[done] = cell;
            weights[done++] = weight;
        }
    }
    groups[part->group_count] = (uint16_t)done;
}

static bool add_sum(make_t *make, int count, const uint16_t *cells, int64_t sum)
{
    variant_t *s = make->s;
    variant_rules_t *rules = s->rules;
    int sums = s->n * (s->n + 1) / 2 + 1;
    bool is_any = count <= s->n && sum > 0 && sum < sums;
    const uint32_t *first = rules->first_set + (is_any ? count * sums + (int)sum : 0);
    uint32_t sets = is_any ? first[1] - first[0] : 0;
    symbols_t *to = variant_memory(s, sets + 1, sizeof *to);
    for (uint32_t i = 0; to && i < sets; i++)
        to[i] = rules->sets[first[0] + i];
    return to && add_sets(make, count, cells, to, (int)sets);
}

static bool add_total(make_t *make, int count, uint16_t *cells, const int64_t *weights,
                      int64_t total)
{
    variant_t *s = make->s;
    bool is_sum = count > 2 && s->n <= TABLED;
    for (int i = 0; is_sum && i < count; i++) {
        is_sum = weights[i] == *weights;
        for (int k = 0; is_sum && k < i; k++)
            is_sum = variant_is_seen(make, cells[i], cells[k]);
    }
    if (is_sum)
        return add_sum(make, count, cells, total % *weights ? 0 : total / *weights);
    if (count == 2) {
        symbols_t table[VARIANT_MOST_SYMBOLS] = {0};
        for (int one = 0; one < s->n; one++)
            for (int other = 0; other < s->n; other++)
                if (weights[0] * (one + 1) + weights[1] * (other + 1) == total)
                    table[one] |= UINT32_C(1) << other;
        return variant_relate(make, cells[0], cells[1], table, (const pair_t *[2]){0});
    }
    part_t *part = s->parts + make->parts++;
    int64_t *own = variant_memory(s, (size_t)count + 1, sizeof *own);
    uint16_t *groups = variant_memory(s, (size_t)count + 1, sizeof *groups);
    if (!own || !groups)
        return false;
    memcpy(own, weights, (size_t)count * sizeof *own);
    *part = (part_t){.kind = VARIANT_TOTAL,
                     .count = count,
                     .cells = cells,
                     .total = total,
                     .weights = own,
                     .groups = groups};
    group(make, part, cells, own, groups);
    return true;
}

static bool add_items(make_t *make, const variant_clues_t *clues)
{
    variant_t *s = make->s;
    item_t item;
    for (size_t at = 0; at < clues->length;) {
        at = variant_read_item(clues, at, &item);
        if (item.kind == VARIANT_RELATED) {
            const item_t *table = make->tables + *item.numbers;
            symbols_t sets[VARIANT_MOST_SYMBOLS];
            for (int i = 0; i < s->n; i++)
                sets[i] = (symbols_t)table->numbers[i];
            if (!is_unequal(table, s->n) &&
                !variant_relate(make, (int)item.cells[0], (int)item.cells[1], sets,
                                make->known[*item.numbers]))
                return false;
        } else if (item.kind == VARIANT_SETS || item.kind == VARIANT_TOTAL) {
            uint16_t *cells = variant_cells_of(s, &item);
            symbols_t *sets = variant_memory(s, (size_t)item.length + 1, sizeof *sets);
            if (!cells || !sets)
                return false;
            for (int i = 0; i < item.length; i++)
                sets[i] = (symbols_t)item.numbers[i];
            if (!(item.kind == VARIANT_SETS
                      ? add_sets(make, item.count, cells, sets, item.length)
                      : add_total(make, item.count, cells, item.numbers, item.numbers[item.count])))
                return false;
        }
    }
    return true;
}

/* Add the sums that follow from others. Return false: no memory. */
static bool add_hidden(make_t *make, int given)
{
    int64_t weights[VARIANT_HIDDEN];
    uint16_t *numbers = make->cages.numbers;
    for (int i = 0; i < make->cages.count; i++, numbers += 2 + numbers[1]) {
        if (i < given)
            continue;
        uint16_t *cells = variant_memory(make->s, numbers[1], sizeof *cells);
        if (!cells)
            return false;
        for (int k = 0; k < numbers[1]; k++) {
            weights[k] = numbers[2 + k] & VARIANT_MINUS ? -1 : 1;
            cells[k] = numbers[2 + k] & (uint16_t)~VARIANT_MINUS;
        }
        if (!add_total(make, numbers[1], cells, weights, numbers[0]))
            return false;
    }
    return true;
}

/* Take over automata and regions, and make room for states. Return false: no memory. */
static bool add_automata(make_t *make, const variant_clues_t *clues)
{
    variant_t *s = make->s;
    uint32_t words = 1, distinct = 0;
    item_t item;
    s->quick = make->parts;
    s->stacked = make->cages.count > make->given ? 0 : s->quick; /* Many sums share cells. */
    for (size_t at = 0; at < clues->length;) {
        at = variant_read_item(clues, at, &item);
        if (item.kind == VARIANT_CONNECTED && !variant_add_region(make, &item))
            return false;
        if (item.kind == VARIANT_REGIONS && !variant_add_regions(make, &item))
            return false;
        if (item.kind != VARIANT_AUTOMATON)
            continue;
        if (!variant_add_automaton(make, &item))
            return false;
        const part_t *part = s->parts + make->parts - 1;
        uint32_t own = part->bases[item.count + 1];
        words = own > words ? own : words;
        distinct = part->differs && own > distinct ? own : distinct;
    }
    s->cages = make->parts;
    s->alive = variant_memory(s, words, sizeof *s->alive);
    s->needed = variant_memory(s, 64 * (size_t)words, sizeof *s->needed);
    s->subsets = variant_memory(s, 64 * (size_t)distinct, sizeof *s->subsets);
    return s->alive && s->needed && s->subsets;
}

static bool make_room(make_t *make)
{
    variant_t *s = make->s;
    const size_t *counts = make->counts;
    size_t sums = counts[VARIANT_TOTAL] + (size_t)make->cages.count, tables = counts[VARIANT_TABLE];
    size_t images = 4 * tables + 2 * sums + 2, cells = (size_t)s->size;
    s->bounds = variant_memory(s, cells, sizeof *s->bounds);
    s->terms = variant_memory(s, cells, sizeof *s->terms);
    s->reached = variant_memory(s, cells + 1, sizeof *s->reached);
    size_t others = counts[VARIANT_SETS] + counts[VARIANT_AUTOMATON] + counts[VARIANT_CONNECTED] +
                    counts[VARIANT_REGIONS];
    s->parts = variant_memory(s, sums + others + 1, sizeof *s->parts);
    make->pairs = variant_memory(s, counts[VARIANT_RELATED] + sums + 1, sizeof *make->pairs);
    s->images = variant_memory(s, images, sizeof *s->images);
    s->widest = variant_memory(s, images, 1);
    return s->parts && make->pairs && s->images && s->widest && s->bounds && s->terms &&
           s->reached && (!sums || s->n > TABLED || variant_make_sets(s->rules));
}

bool variant_take_items(variant_t *s, const variant_clues_t *clues)
{
    make_t make = {.s = s};
    s->has_items = true;
    s->settle_part = variant_settle_part;
    bool is_fine = begin(&make, clues);
    if (is_fine)
        see_items(&make, clues);
    is_fine = is_fine && list_houses(s) && collect_sums(&make, clues) && make_room(&make) &&
              add_items(&make, clues) && add_hidden(&make, make.given) &&
              add_automata(&make, clues) && variant_list_parts(s) && variant_list_pairs(&make);
    free(make.cages.numbers);
    return is_fine;
}
