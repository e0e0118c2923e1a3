/* From items to what the search looks at: which cells see each other, full houses, tables of pairs
 * of cells, and parts: sets, totals, automata, regions. Totals of cells that see each other become sets, those of two cells
 * tables; some follow from houses (hidden.c). */
#include "variant/state.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TABLES = 4096, MOST_PARTS = 50000 };

/* The most that weights and totals can be, and states of automata in all positions. */
static const int64_t MOST = INT64_C(1) << 40, MOST_STATES = INT64_C(1) << 26;

typedef struct {
    int kind;
    int count, length;
    const int64_t *cells, *numbers;
} item_t;

static size_t read_item(const variant_clues_t *clues, size_t at, item_t *item)
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

static bool are_within(const int64_t *numbers, int count, int64_t least, int64_t most)
{
    for (int i = 0; i < count; i++)
        if (numbers[i] < least || numbers[i] > most)
            return false;
    return true;
}

static bool are_different(const item_t *item)
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
    bool fits = item->length == 1 + states * (n + 1) && are_within(item->numbers, 1, 0, states);
    for (int i = 0; fits && i < states; i++) {
        const int64_t *row = item->numbers + 1 + i * (n + 1);
        fits = are_within(row, 1, 0, 1) && are_within(row + 1, n, -1, states - 1);
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
    if (!are_within(item->cells, item->count, 0, size - 1))
        return false;
    switch (item->kind) {
    case VARIANT_DIFFERENT:
        return !item->length && are_different(item);
    case VARIANT_RELATED:
        return item->count == 2 && are_different(item) && item->length == 1 &&
               are_within(item->numbers, 1, 0, seen->tables - 1);
    case VARIANT_TOTAL:
        for (int i = 0; i < item->count && i < item->length; i++)
            if (!item->numbers[i])
                return false;
        return item->length == item->count + 1 && are_different(item) &&
               are_within(item->numbers, item->length, -MOST, MOST);
    case VARIANT_SETS:
        return are_different(item) && are_within(item->numbers, item->length, 0, every);
    case VARIANT_AUTOMATON:
        seen->states += (item->count + 1) * seen->largest;
        return item->count <= size && item->length == 1 && seen->states <= MOST_STATES &&
               are_within(item->numbers, 1, 0, seen->machines - 1);
    case VARIANT_CONNECTED:
        return item->count && are_different(item) && item->length == 3 &&
               are_within(item->numbers, 1, 1, item->count) &&
               are_within(item->numbers + 1, 1, 0, every) &&
               are_within(item->numbers + 2, 1, 0, item->count);
    case VARIANT_TABLE:
        return seen->tables++ < MOST_TABLES && !item->count && item->length == n &&
               are_within(item->numbers, n, 0, every);
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
        at = read_item(clues, at, &item);
        if (!at || !is_item(&item, n, size, &seen) || ++seen.parts > MOST_PARTS)
            return false;
    }
    return true;
}

/* What two cells exclude for each other. */
typedef struct {
    uint16_t cells[2];
    int images[2];   /* -1: nothing else than equal symbols */
    symbols_t equal; /* the symbols that both may hold */
} pair_t;

typedef struct {
    variant_t *s;
    symbols_t *start;
    uint64_t *seen, *house_sets;
    size_t counts[VARIANT_MACHINE + 1]; /* of items */
    item_t *tables, *machines;
    const pair_t *(*known)[2]; /* of each table */
    int images, parts;
    pair_t *pairs;
    size_t pair_count;
    cages_t cages; /* sums of cells, no cell in two, and what follows from them */
    int given;
} make_t;

static bool is_seen(const make_t *make, int one, int other)
{
    return has_cell(make->seen + (size_t)one * (size_t)make->s->words, other);
}

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
        at = read_item(clues, at, &item);
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
        at = read_item(clues, at, &item);
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

static uint16_t *cells_of(variant_t *s, const item_t *item)
{
    uint16_t *cells = variant_memory(s, (size_t)item->count + 1, sizeof *cells);
    for (int i = 0; cells && i < item->count; i++)
        cells[i] = (uint16_t)item->cells[i];
    return cells;
}

/* Return the sum that an item has, whatever its symbols; 0: none that is known. */
static int sum_of(const item_t *item)
{
    int sum = 0;
    if (item->kind == VARIANT_TOTAL) {
        int64_t total = item->numbers[item->count];
        return are_within(item->numbers, item->count, 1, 1) && total > 0 && total < UINT16_MAX
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
        at = read_item(clues, at, &item);
        int sum = sum_of(&item);
        for (int i = 0; i < item.count; i++)
            if (item.cells[i] >= s->grid || has_cell(used, (int)item.cells[i]))
                sum = 0;
        if (!sum)
            continue;
        for (int i = 0; i < item.count; i++)
            add_cell(used, (int)item.cells[i]);
        const uint16_t *cells = cells_of(s, &item);
        if (!cells || !variant_add_cage(&make->cages, sum, cells, item.count))
            return false;
        make->given++;
    }
    return !make->cages.count || variant_add_hidden(s, &make->cages);
}

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
static bool relate(make_t *make, int first, int second, const symbols_t *table,
                   const pair_t **known)
{
    symbols_t to[VARIANT_MOST_SYMBOLS], from[VARIANT_MOST_SYMBOLS] = {0};
    bool sees = is_seen(make, first, second), is_more = false;
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

/* Add sets with this many symbols. Return false: no memory. */
static bool add_sets(make_t *make, int count, const uint16_t *cells, symbols_t *sets, int set_count)
{
    part_t *part = make->s->parts + make->parts++;
    *part = (part_t){.kind = VARIANT_SETS, .count = count, .cells = cells, .sets = sets};
    for (int i = 0; i < set_count; i++)
        if (count_bits(sets[i]) == count)
            sets[part->set_count++] = sets[i];
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
                fits = is_seen(make, cells[i], cells[k]);
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
            is_sum = is_seen(make, cells[i], cells[k]);
    }
    if (is_sum)
        return add_sum(make, count, cells, total % *weights ? 0 : total / *weights);
    if (count == 2) {
        symbols_t table[VARIANT_MOST_SYMBOLS] = {0};
        for (int one = 0; one < s->n; one++)
            for (int other = 0; other < s->n; other++)
                if (weights[0] * (one + 1) + weights[1] * (other + 1) == total)
                    table[one] |= UINT32_C(1) << other;
        return relate(make, cells[0], cells[1], table, (const pair_t *[2]){0});
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
        at = read_item(clues, at, &item);
        if (item.kind == VARIANT_RELATED) {
            const item_t *table = make->tables + *item.numbers;
            symbols_t sets[VARIANT_MOST_SYMBOLS];
            for (int i = 0; i < s->n; i++)
                sets[i] = (symbols_t)table->numbers[i];
            if (!is_unequal(table, s->n) && !relate(make, (int)item.cells[0], (int)item.cells[1],
                                                    sets, make->known[*item.numbers]))
                return false;
        } else if (item.kind == VARIANT_SETS || item.kind == VARIANT_TOTAL) {
            uint16_t *cells = cells_of(s, &item);
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
    static const int64_t ones[VARIANT_HIDDEN] = {1, 1, 1, 1, 1, 1, 1, 1};
    uint16_t *numbers = make->cages.numbers;
    for (int i = 0; i < make->cages.count; i++, numbers += 2 + numbers[1]) {
        if (i < given)
            continue;
        uint16_t *cells = variant_memory(make->s, numbers[1], sizeof *cells);
        if (!cells)
            return false;
        memcpy(cells, numbers + 2, numbers[1] * sizeof *cells);
        if (!add_total(make, numbers[1], cells, ones, numbers[0]))
            return false;
    }
    return true;
}

/* Find the states of an automaton that can be before each cell: [count + 1][states]. */
static void find_states(const make_t *make, const item_t *item, const item_t *machine, int states,
                        uint8_t *can)
{
    int n = make->s->n;
    memset(can, 1, (size_t)*machine->numbers);
    for (int back = 0; back < 2; back++) {
        for (int i = 0; i < item->count; i++) {
            int at = back ? item->count - 1 - i : i;
            uint8_t *now = can + (size_t)at * (size_t)states;
            for (int state = 0; state < states; state++) {
                const int64_t *next = machine->numbers + 2 + (int64_t)state * (n + 1);
                bool leads = false;
                for (symbols_t set = now[state] ? make->start[item->cells[at]] : 0; set;
                     set &= set - 1) {
                    int64_t to = next[lowest(set)];
                    if (to >= 0 && back)
                        leads |= now[states + to];
                    else if (to >= 0)
                        now[states + to] = 1;
                }
                now[state] &= !back || leads;
            }
        }
        for (int state = 0; !back && state < states; state++)
            can[(size_t)item->count * (size_t)states + (size_t)state] &=
                machine->numbers[1 + (int64_t)state * (n + 1)] != 0;
    }
}

/* Fill the edges of an automaton's states. `number` is their number, 0 where they cannot be. */
static void fill_edges(const make_t *make, const item_t *item, const item_t *machine, int states,
                       const uint32_t *number, uint32_t *first, edge_t *edges, uint32_t words)
{
    uint32_t count = 0, filled = 0;
    for (int at = 0; at < item->count; at++)
        for (int state = 0; state < states; state++) {
            const uint32_t *now = number + (size_t)at * (size_t)states;
            if (!now[state])
                continue;
            while (filled < now[state])
                first[filled++] = count;
            for (symbols_t set = make->start[item->cells[at]]; set; set &= set - 1) {
                int64_t to = machine->numbers[2 + (int64_t)state * (make->s->n + 1) + lowest(set)];
                if (to < 0 || !now[states + to])
                    continue;
                uint32_t e = first[now[state] - 1];
                while (e < count && edges[e].to != now[states + to] - 1)
                    e++;
                if (e == count)
                    edges[count++] = (edge_t){0, now[states + to] - 1};
                edges[e].symbols |= set & -set;
            }
        }
    while (filled <= 64 * words)
        first[filled++] = count;
}

static bool add_automaton(make_t *make, const item_t *item)
{
    variant_t *s = make->s;
    const item_t *machine = make->machines + *item->numbers;
    int states = (machine->length - 1) / (s->n + 1);
    size_t rows = (size_t)item->count + 1, all = rows * (size_t)states, edges = 0;
    part_t *part = s->parts + make->parts++;
    uint8_t *can = calloc(all + 1, 1);
    uint32_t *number = calloc(all + 1, sizeof *number);
    uint32_t *bases = variant_memory(s, rows + 1, sizeof *bases), *first = NULL;
    edge_t *to = NULL;
    if (can && number && bases) {
        find_states(make, item, machine, states, can);
        for (size_t at = 0; at < rows; at++) {
            uint32_t next = 64 * bases[at];
            for (size_t i = at * (size_t)states; i < (at + 1) * (size_t)states; i++)
                if (can[i]) {
                    number[i] = ++next;
                    edges += at + 1 < rows ? (size_t)count_bits(make->start[item->cells[at]]) : 0;
                }
            if (next == 64 * bases[at])
                *make->start = 0; /* Nothing is accepted. */
            bases[at + 1] = (next + 63) / 64;
        }
        first = variant_memory(s, 64 * (size_t)bases[rows] + 1, sizeof *first);
        to = variant_memory(s, edges + 1, sizeof *to);
    }
    const uint16_t *cells = cells_of(s, item);
    *part = (part_t){.kind = VARIANT_AUTOMATON,
                     .count = item->count,
                     .cells = cells,
                     .repeats = !are_different(item),
                     .bases = bases,
                     .first = first,
                     .edges = to};
    bool is_fine = first && to && cells;
    if (is_fine)
        fill_edges(make, item, machine, states, number, first, to, bases[rows]);
    free(can);
    free(number);
    return is_fine;
}

/* Add a region, and make room for its walk. Return false: no memory. */
static bool add_region(make_t *make, const item_t *item)
{
    variant_t *s = make->s;
    const uint16_t *cells = cells_of(s, item);
    symbols_t *sets = variant_memory(s, 1, sizeof *sets);
    s->walk = s->walk ? s->walk : variant_memory(s, (size_t)s->size, sizeof *s->walk);
    if (!cells || !sets || !s->walk)
        return false;
    *sets = (symbols_t)item->numbers[1];
    s->parts[make->parts++] = (part_t){.kind = VARIANT_CONNECTED,
                                       .count = item->count,
                                       .cells = cells,
                                       .sets = sets,
                                       .columns = (int)item->numbers[0],
                                       .total = item->numbers[2]};
    return true;
}

/* Take over automata and regions, and make room for states. Return false: no memory. */
static bool add_automata(make_t *make, const variant_clues_t *clues)
{
    variant_t *s = make->s;
    uint32_t words = 1;
    item_t item;
    s->quick = make->parts;
    for (size_t at = 0; at < clues->length;) {
        at = read_item(clues, at, &item);
        if (item.kind == VARIANT_CONNECTED && !add_region(make, &item))
            return false;
        if (item.kind != VARIANT_AUTOMATON)
            continue;
        if (!add_automaton(make, &item))
            return false;
        uint32_t own = s->parts[make->parts - 1].bases[item.count + 1];
        words = own > words ? own : words;
    }
    s->cages = make->parts;
    s->alive = variant_memory(s, words, sizeof *s->alive);
    s->needed = variant_memory(s, 64 * (size_t)words, sizeof *s->needed);
    return s->alive && s->needed;
}

/* Copy what cells see for each symbol, and add what single pairs exclude. Return false: no memory. */
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

static bool list_pairs(make_t *make)
{
    variant_t *s = make->s;
    bool is_any = false;
    s->first_arc = variant_memory(s, (size_t)s->size + 2, sizeof *s->first_arc);
    s->arcs = variant_memory(s, 2 * make->pair_count + 1, sizeof *s->arcs);
    if (!s->first_arc || !s->arcs)
        return false;
    for (size_t i = 0; i < make->pair_count; i++) {
        const pair_t *pair = make->pairs + i;
        is_any |= pair->equal != s->every && !is_seen(make, pair->cells[0], pair->cells[1]);
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

static bool make_room(make_t *make)
{
    variant_t *s = make->s;
    const size_t *counts = make->counts;
    size_t sums = counts[VARIANT_TOTAL] + (size_t)make->cages.count, tables = counts[VARIANT_TABLE];
    size_t images = 4 * tables + 2 * sums + 2, cells = (size_t)s->size;
    s->bounds = variant_memory(s, cells, sizeof *s->bounds);
    s->terms = variant_memory(s, cells, sizeof *s->terms);
    s->reached = variant_memory(s, cells + 1, sizeof *s->reached);
    size_t others = counts[VARIANT_SETS] + counts[VARIANT_AUTOMATON] + counts[VARIANT_CONNECTED];
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
              add_automata(&make, clues) && variant_list_parts(s) && list_pairs(&make);
    free(make.cages.numbers);
    return is_fine;
}
