/* The search for variants under any rules and clues that bind/variant.c lets through: small grids
 * have the solutions that trying everything finds, each once, wherever it pauses; larger ones,
 * whose clues come from a grid, have one; every solution keeps all rules, and dug puzzles have one
 * solution. */
#include "generate/mix.h"

#include "obeys.h"

enum { SMALL_CELLS = 16, MOST_STATES = 4, MOST_FOUND = 60, MOST_STEPS = 2000, MOST_RUNS = 3000 };

static _Thread_local uint8_t found[MOST_FOUND][SMALL_CELLS];
static _Thread_local bool is_large;
static _Thread_local bool is_changed; /* A number of the items is any: they need only be safe. */

static bool take_shape(input_t *input)
{
    int width = 1 + take_up_to(input, is_large ? 5 : 3);
    int height = 1 + take_up_to(input, is_large ? 5 : 3);
    int across = height - take_up_to(input, height - 1), down = width;
    n = width * height;
    shape = (variant_shape_t){n, height * down, width * across, {0}, {0}, {0}};
    size_of_grid = shape.rows * shape.columns;
    if (n > (is_large ? VARIANT_MOST_SYMBOLS : 4))
        return false;
    for (int cell = 0; cell < size_of_grid; cell++)
        regions[cell] =
            (uint8_t)(cell / shape.columns / height * across + cell % shape.columns / width);
    bool changes = !is_large && take_up_to(input, 1);
    for (int k = 0; changes && k < size_of_grid; k++) { /* Any cells may be a region. */
        int one = take_byte(input) % size_of_grid;
        uint8_t kept = regions[one];
        regions[one] = regions[k];
        regions[k] = kept;
    }
    static _Thread_local mix_t mix;
    uint64_t key[4] = {take(input, 2), 0, 0, 0};
    stream_t stream;
    stream_start(&stream, key, 0);
    mix_start(&mix, width, height, across, down);
    mix_construct(&mix, &stream);
    mix_cells(&mix, grid);
    return true;
}

static int take_cell(input_t *input)
{
    return (int)(take(input, is_large ? 2 : 1) % (size_t)size_of_grid);
}

/* Take groups of cells after `lead` numbers, which are left 0; return how many numbers. */
static size_t take_groups(input_t *input, uint16_t *to, int lead, int most, bool once)
{
    bool used[MOST_CELLS] = {false};
    uint16_t *begin = to;
    for (int groups = take_up_to(input, is_large ? 20 : 4); groups; groups--) {
        uint16_t *count = to + lead;
        *to = *count = 0;
        to = count + 1;
        for (int wanted = 1 + take_up_to(input, (most < 7 ? most : 7) - 1); wanted; wanted--) {
            int cell = take_cell(input);
            if (once && used[cell])
                continue;
            used[cell] = true;
            *to++ = (uint16_t)cell;
            ++*count;
        }
        if (!*count)
            to = count - lead;
    }
    return (size_t)(to - begin);
}

/* Take cells whose number is even where they come in pairs. */
static size_t take_list(input_t *input, uint16_t *to, int step)
{
    int count = take_up_to(input, is_large ? 12 : 4) * step;
    for (int k = 0; k < count; k++)
        to[k] = (uint16_t)take_cell(input);
    return (size_t)count;
}

/* Keep the pairs that the grid obeys; two different cells each. */
static size_t keep_pairs(uint16_t *pairs, size_t length, int distance)
{
    size_t kept = 0;
    for (size_t k = 0; k < length; k += 2) {
        int one = pairs[k], second = pairs[k + 1];
        if (one == second || (is_large && abs(grid[one] - grid[second]) < distance))
            continue;
        pairs[kept++] = (uint16_t)one;
        pairs[kept++] = (uint16_t)second;
    }
    return kept;
}

/* Take chains of cells; of large grids pairs, each in the order of the grid. */
static size_t take_chains(input_t *input)
{
    uint16_t pairs[MOST_NUMBERS];
    size_t count = 0;
    if (!is_large)
        return take_groups(input, less, 0, size_of_grid, false);
    size_t length = take_list(input, pairs, 2);
    for (size_t k = 0; k < length; k += 2)
        if (grid[pairs[k]] != grid[pairs[k + 1]]) {
            bool rises = grid[pairs[k]] < grid[pairs[k + 1]];
            less[count++] = 2;
            less[count++] = pairs[k + !rises];
            less[count++] = pairs[k + rises];
        }
    return count;
}

/* Take cells that are even or odd; of large grids as the grid is. */
static void take_parities(input_t *input)
{
    uint16_t list[MOST_NUMBERS];
    size_t length = take_list(input, list, 2);
    for (int cell = 0; cell < size_of_grid; cell++)
        allowed[cell] = UINT32_MAX;
    for (size_t k = 0; k < length; k++)
        allowed[list[k]] &=
            (is_large ? grid[list[k]] & 1 : k & 1) ? UINT32_C(0x55555555) : UINT32_C(0xaaaaaaaa);
    clues.masks = allowed;
    clues.mask_count = length ? (size_t)size_of_grid : 0;
}

static void take_clues(input_t *input)
{
    size_t length = take_groups(input, cages, 1, is_large ? 3 : n, true);
    for (size_t at = 0; at < length; at += 2 + (size_t)cages[at + 1]) {
        int sum = take_byte(input) % 12;
        for (int k = 0; is_large && sum && k < cages[at + 1]; k++)
            sum = (k ? sum : 0) + grid[cages[at + 2 + (size_t)k]];
        cages[at] = (uint16_t)sum;
    }
    clues.cages = (variant_list_t){cages, length};
    if (is_large && !obeys_cages(grid))
        clues.cages.length = 0;
    clues.less = (variant_list_t){less, take_chains(input)};
    take_parities(input);
}

/* Take numbers from `least` on. */
static int64_t *take_numbers(input_t *input, int64_t *to, int count, int least, int most)
{
    for (int k = 0; k < count; k++)
        *to++ = least + take_byte(input) % (most - least + 1);
    return to;
}

/* Take up to four cells, different ones but for automata; some are auxiliary. */
static int64_t *take_item(input_t *input, int64_t *to, int kind, int count)
{
    *to++ = kind;
    int64_t *number = to++;
    for (*number = 0; count; count--) {
        int64_t cell = take_cell(input);
        cell = take_up_to(input, 7) ? cell : size_of_grid + cell % MOST_COPIES;
        bool is_new = true;
        for (int k = 0; k < *number; k++)
            is_new &= to[k - *number] != cell;
        if (is_new || kind == VARIANT_AUTOMATON) {
            *to++ = cell;
            ++*number;
        }
    }
    return to;
}

/* Take an item; a table or a machine before those that refer to one. */
static int64_t *take_primitive(input_t *input, int64_t *to, int *tables, int *machines)
{
    int64_t *begin = to;
    int kind = take_byte(input) % VARIANT_TABLE, every = n < 8 ? (1 << n) - 1 : 255;
    if (kind == VARIANT_RELATED) {
        to = take_item(input, to, VARIANT_TABLE, 0);
        *to++ = n;
        for (int k = 0; k < n; k++) /* Each symbol of large ones has the same. */
            *to++ =
                is_large ? (int64_t)((UINT64_C(1) << n) - 1 - (1 << k)) : take_byte(input) & every;
    } else if (kind == VARIANT_AUTOMATON) {
        int states = 1 + take_up_to(input, MOST_STATES - 1);
        to = take_item(input, to, VARIANT_MACHINE, 0);
        *to++ = 1 + states * (n + 1);
        to = take_numbers(input, to, 1, 1, states);
        for (int state = 0; state < states; state++) {
            int more = take_up_to(input, states - 1 - state);
            *to++ = take_up_to(input, 1) + (more ? 2 * (state + 1 + more) : 0);
            to = take_numbers(input, to, n, -1, states - 1);
        }
    }
    int64_t *item = to;
    to = take_item(input, to, kind, 1 + take_up_to(input, 3));
    if ((kind == VARIANT_RELATED && item[1] != 2) ||
        (kind == VARIANT_REGIONS &&
         (is_large || !item[1] || item[1] % (2 * n) || item[1] > 2 * n * n)))
        return begin;
    int count = (int)item[1], wanted = kind == VARIANT_SETS ? take_up_to(input, 3) : 1;
    wanted = kind == VARIANT_REGIONS ? 2 : wanted;
    wanted = kind == VARIANT_TOTAL ? count + 1 : kind == VARIANT_CONNECTED ? 3 : wanted;
    *to++ = kind == VARIANT_DIFFERENT ? 0 : wanted;
    if (kind == VARIANT_RELATED)
        *to++ = (*tables)++;
    if (kind == VARIANT_AUTOMATON)
        *to++ = (*machines)++;
    if (kind == VARIANT_REGIONS) {
        to = take_numbers(input, to, 1, 1, count / 2);
        to = take_numbers(input, to, 1, 1, count / (2 * n));
    }
    if (kind == VARIANT_CONNECTED) {
        to = take_numbers(input, to, 1, 1, count);
        *to++ = is_large ? (int64_t)((UINT64_C(1) << n) - 1) : take_byte(input) & every;
        *to++ = is_large ? 0 : take_up_to(input, count);
    }
    if (kind == VARIANT_SETS)
        to = take_numbers(input, to, wanted, 0, every);
    if (kind == VARIANT_TOTAL) {
        to = take_numbers(input, to, count, -2, 4);
        for (int k = 1; k <= count; k++)
            to[-k] += to[-k] == 0;
        *to = take_byte(input) % 24 - 4;
        for (int k = 0; is_large && k <= count; k++)
            *to = k ? *to + symbol_of(grid, item[1 + k]) * to[k - 1 - count] : 0;
        to++;
    }
    return to;
}

/* Take primitives instead of cages and chains; of large grids the ones that hold. */
static void take_items(input_t *input)
{
    int64_t *to = items;
    int tables = 1, machines = 0;
    clues.items = items;
    clues.length = 0;
    is_changed = false;
    if (take_up_to(input, 1))
        return;
    clues.cages.length = clues.less.length = shape.apart.length = 0;
    if (!clues.mask_count)
        memset(allowed, 0xff, sizeof allowed);
    clues.masks = allowed;
    clues.mask_count = (size_t)size_of_grid + MOST_COPIES;
    to = take_item(input, to, VARIANT_TABLE, 0);
    *to++ = n;
    for (int k = 0; k < n; k++) /* Equal symbols. */
        *to++ = INT64_C(1) << k;
    for (int k = 0; k < MOST_COPIES; k++) {
        copied[k] = (uint16_t)take_cell(input);
        allowed[size_of_grid + k] = UINT32_MAX;
        const int64_t item[] = {VARIANT_RELATED, 2, copied[k], size_of_grid + k, 1, 0};
        memcpy(to, item, sizeof item);
        to += sizeof item / sizeof *item;
    }
    for (int count = take_up_to(input, 5); count; count--) {
        int before[2] = {tables, machines};
        int64_t *next = take_primitive(input, to, &tables, &machines);
        clues.length = (size_t)(next - items);
        if (is_large && !obeys_items(grid)) {
            tables = before[0];
            machines = before[1];
            clues.length = (size_t)(to - items);
        } else {
            to = next;
        }
    }
    clues.length = (size_t)(to - items);
    is_changed = take_up_to(input, 7) == 0;
    if (is_changed)
        items[take_byte(input) % clues.length] += take_byte(input) % 5 - 2;
}

/* List the rows, columns and regions. */
static size_t list_lines(uint16_t *to)
{
    uint16_t *begin = to;
    for (int kind = 0; kind < 3; kind++)
        for (int line = 0; line < n; line++) {
            uint16_t *count = to++;
            *count = 0;
            for (int cell = 0; cell < size_of_grid; cell++)
                if (line == (kind == 0   ? cell / shape.columns
                             : kind == 1 ? cell % shape.columns
                                         : regions[cell])) {
                    *to++ = (uint16_t)cell;
                    ++*count;
                }
            to = *count ? to : count;
        }
    return (size_t)(to - begin);
}

static void take_rules(input_t *input)
{
    size_t lines = list_lines(houses);
    size_t further = is_large ? 0 : take_groups(input, houses + lines, 0, n, false);
    shape.houses = (variant_list_t){houses, lines + further};
    size_t pairs = take_list(input, unequal, 2);
    shape.unequal = (variant_list_t){unequal, keep_pairs(unequal, pairs, 1)};
    pairs = take_list(input, apart, 2);
    shape.apart = (variant_list_t){apart, keep_pairs(apart, pairs, 2)};
}

/* Run to a solution or the end, in slices of work; after the allowed steps more are allowed. */
static int go_on(variant_t *search, long long work, long long *allowed)
{
    for (int runs = 0; runs < MOST_RUNS; runs++) {
        int outcome = variant_run(search, runs == MOST_RUNS / 2 ? work = 1000 : work);
        check(outcome != VARIANT_LIMIT || variant_steps(search) == *allowed);
        if (outcome == VARIANT_LIMIT)
            variant_allow(search, *allowed = is_large ? MOST_STEPS : INT64_MAX);
        else if (outcome != SEARCH_PAUSED)
            return outcome;
        if (outcome == VARIANT_LIMIT && is_large && variant_steps(search) >= MOST_STEPS)
            return outcome;
    }
    return SEARCH_PAUSED;
}

static void look(input_t *input, variant_t *search)
{
    uint64_t key[4] = {take(input, 1), 0, 0, 0};
    int shown = take_byte(input) % 128, work = take_byte(input), kind = take_byte(input);
    int near = kind % 3, most = MOST_FOUND - kind / 3 % MOST_FOUND; /* It may end early. */
    stream_t stream, draws;
    stream_start(&stream, key, 0);
    stream_start(&draws, key, 1);
    has_masks = take_up_to(input, 3) == 0;
    for (int cell = 0; cell < size_of_grid; cell++) {
        bool is_shown = (int)stream_below(&draws, 256) < shown;
        cells[cell] = is_shown ? grid[cell] : 0;
        if (is_shown && !is_large && stream_below(&draws, 16) == 0)
            cells[cell] = (uint8_t)(1 + stream_below(&draws, (uint64_t)n));
        masks[cell] = (uint32_t)(stream_next(&draws) | stream_next(&draws));
        if (is_large)
            masks[cell] |= UINT32_C(1) << (grid[cell] - 1);
    }
    int cell = take_cell(input);
    other = near == 2 && !cells[cell] && !is_large ? cell : -1;
    const variant_task_t task = {.cells = cells,
                                 .masks = has_masks ? masks : NULL,
                                 .near = near ? grid : NULL,
                                 .other = other,
                                 .stream = key[0] ? &stream : NULL,
                                 .max_steps = take_byte(input)};
    variant_start(search, &task);
    long long allowed = task.max_steps;
    int expected = is_large ? 1 : count_all(most), count = 0, outcome = SEARCH_PAUSED;
    while (count < expected && (outcome = go_on(search, work, &allowed)) == SEARCH_SOLUTION) {
        const uint8_t *solution = variant_solution(search);
        for (int at = 0; at < size_of_grid; at++)
            check(solution[at] >= 1 && solution[at] <= n);
        check(obeys(solution));
        for (int before = 0; !is_large && before < count; before++)
            check(memcmp(found[before], solution, (size_t)size_of_grid) != 0);
        if (!is_large)
            memcpy(found[count], solution, (size_t)size_of_grid);
        count++;
    }
    check(is_large ? count == 1 || outcome != SEARCH_NONE : count == expected);
    if (!is_large && expected < most)
        check(go_on(search, work, &allowed) == SEARCH_NONE);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

/* Look at the orbit that was asked about last, if no other has cells of it: it is empty, or it is
 * there and has to be. */
static void look_at_last(const variant_list_t *orbits, const uint8_t *puzzle)
{
    bool is_asked[MOST_CELLS] = {false};
    size_t last = 0;
    for (size_t at = 0; at < orbits->length; at += 1 + (size_t)orbits->numbers[at]) {
        for (int k = 0; at && k < orbits->numbers[last]; k++)
            is_asked[orbits->numbers[last + 1 + (size_t)k]] = true;
        last = at;
    }
    const uint16_t *orbit = orbits->numbers + last + 1;
    int count = orbits->length ? orbits->numbers[last] : 0;
    for (int k = 0; k < count; k++)
        if (is_asked[orbit[k]])
            return;
    for (int k = 0; k < count; k++) {
        check((puzzle[orbit[k]] != 0) == (puzzle[*orbit] != 0));
        cells[orbit[k]] = 0;
    }
    check(!count || !puzzle[*orbit] || count_all(2) == 2);
}

/* Dig the grid, or a solution, in any order of any orbits. */
static void dig(input_t *input, variant_t *search)
{
    static _Thread_local uint16_t orbits[MOST_NUMBERS];
    uint8_t puzzle[MOST_CELLS];
    size_t orbit_length = take_groups(input, orbits, 0, 6, false);
    const variant_list_t list = {orbits, orbit_length};
    memset(cells, 0, sizeof cells);
    has_masks = false;
    other = -1;
    check(variant_dig(search, grid, list, is_large ? 50 : INT64_MAX, puzzle, never, NULL) ==
          WORK_DONE);
    answer_bytes(puzzle, (size_t)size_of_grid);
    for (int cell = 0; cell < size_of_grid; cell++)
        check(!puzzle[cell] || puzzle[cell] == grid[cell]);
    if (is_large || !obeys(grid))
        return;
    memcpy(cells, puzzle, sizeof cells);
    check(count_all(2) == 1);
    look_at_last(&list, puzzle);
}

SUBJECT(variant)
{
    is_large = take_up_to(&input, 3) == 0;
    if (!take_shape(&input))
        return;
    take_rules(&input);
    take_clues(&input);
    if (take_up_to(&input, 1)) /* They do not come together. */
        clues.cages.length = 0;
    else
        clues.less.length = shape.apart.length = 0;
    take_items(&input);
    if (!variant_shape_fits(&shape))
        return;
    variant_rules_t *rules = variant_rules_new(&shape);
    bool fits = rules && variant_clues_fit(rules, &clues);
    variant_t *search = fits ? variant_new(rules, &clues) : NULL;
    check(search || !fits);
    if (search && is_changed) {
        const variant_task_t task = {.cells = grid, .other = -1, .max_steps = 9};
        variant_start(search, &task);
        variant_run(search, 999);
    } else if (search) {
        look(&input, search);
        dig(&input, search);
        look(&input, search); /* It starts from scratch. */
    }
    variant_free(search);
    variant_rules_free(rules);
}
