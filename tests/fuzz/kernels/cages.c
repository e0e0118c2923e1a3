/* Maps of cages on any grid of symbols and with any measures that bind/cages.c lets through: every
 * cell is in one cage, a cage is connected, has no symbol twice and no more cells than it may;
 * easing leaves no more symbols in all; and ruled out solutions, but no others, no longer have the
 * sums of the cages. */
#include "cages/cages.h"
#include <stdbool.h>

#include "subject.h"

enum { MOST_LINE = 9, MOST_SYMBOLS = 12, MOST_OTHERS = 6 };

static _Thread_local uint8_t symbols[MOST_LINE * MOST_LINE],
    others[MOST_OTHERS][MOST_LINE * MOST_LINE];
static _Thread_local cages_task_t task;
static _Thread_local int size_of_grid;

/* Take a cell and the connected cells of its cage; return how many these are. */
static int reach(const uint16_t *owner, uint8_t *reached, int cell, uint32_t *held)
{
    int column = cell % task.columns, found = 1;
    const int beside[4] = {cell - task.columns, column ? cell - 1 : -1,
                           column + 1 < task.columns ? cell + 1 : -1, cell + task.columns};
    reached[cell] = 1;
    check(!(*held >> symbols[cell] & 1));
    *held |= UINT32_C(1) << symbols[cell];
    for (int k = 0; k < 4; k++)
        if (beside[k] >= 0 && beside[k] < size_of_grid && !reached[beside[k]] &&
            owner[beside[k]] == owner[cell])
            found += reach(owner, reached, beside[k], held);
    return found;
}

static void check_map(const cage_map_t *map)
{
    uint8_t reached[MOST_LINE * MOST_LINE] = {0};
    const uint16_t *owner = cage_map_owner(map);
    for (int cell = 0; cell < size_of_grid; cell++) {
        uint32_t held = 0;
        int cells = 0;
        if (reached[cell])
            continue;
        int connected = reach(owner, reached, cell, &held);
        for (int other = 0; other < size_of_grid; other++)
            cells += owner[other] == owner[cell];
        check(connected == cells && cells <= task.high);
    }
}

/* Return whether another grid has the sums of all cages. */
static bool has_sums(const cage_map_t *map, const uint8_t *other)
{
    const uint16_t *owner = cage_map_owner(map);
    for (int cell = 0; cell < size_of_grid; cell++) {
        int difference = 0;
        for (int k = 0; k < size_of_grid; k++)
            difference += owner[k] == owner[cell] ? other[k] - symbols[k] : 0;
        if (difference)
            return false;
    }
    return true;
}

/* Return how many symbols leave a sum for the other cells between their minimum and maximum. */
static int symbols_of(int size, int sum)
{
    int count = 0;
    for (int symbol = 1; symbol <= task.n; symbol++) {
        int least = 0, most = 0;
        for (int other = 1, taken = 0; taken < size - 1; other++)
            if (other != symbol)
                least += other, taken++;
        for (int other = task.n, taken = 0; taken < size - 1; other--)
            if (other != symbol)
                most += other, taken++;
        count += least <= sum - symbol && sum - symbol <= most;
    }
    return count;
}

/* Return how many symbols the sums leave in all cells. */
static int space_of(const cage_map_t *map)
{
    const uint16_t *owner = cage_map_owner(map);
    int space = 0;
    for (int cell = 0; cell < size_of_grid; cell++) {
        int size = 0, sum = 0;
        for (int other = 0; other < size_of_grid; other++)
            if (owner[other] == owner[cell]) {
                size++;
                sum += symbols[other];
            }
        space += symbols_of(size, sum);
    }
    return space;
}

static bool take_task(input_t *input)
{
    task.rows = 1 + take_up_to(input, MOST_LINE - 1);
    task.columns = 1 + take_up_to(input, MOST_LINE - 1);
    task.n = 1 + take_up_to(input, MOST_SYMBOLS - 1);
    task.low = 1 + take_up_to(input, task.n - 1);
    task.high = task.low + take_up_to(input, task.n - task.low);
    task.weight = take_byte(input) % 16 - 2;
    if (task.weight == -2)
        task.weight = (int)take(input, 4); /* Any number. */
    task.symbols = symbols;
    size_of_grid = task.rows * task.columns;
    bool shifts = take_up_to(input, 1); /* Rows of different symbols, or any symbols. */
    int shift = take_byte(input);
    for (int cell = 0; cell < size_of_grid; cell++)
        symbols[cell] =
            (uint8_t)(1 +
                      (shifts ? cell + cell / task.columns * shift : take_byte(input)) % task.n);
    return task.n > 1;
}

SUBJECT(cages)
{
    if (!take_task(&input))
        return;
    uint64_t key[4] = {take(&input, 2), 0, 0, 0};
    stream_t stream;
    stream_start(&stream, key, 0);
    cage_map_t *map = cage_map_new(&task, &stream);
    check(map != NULL);
    check_map(map);
    for (int known = 0; input.size && known < MOST_OTHERS;) {
        uint8_t *other = others[known];
        int space = space_of(map);
        cage_map_ease(map, &stream);
        check_map(map);
        check(space_of(map) <= space);
        memcpy(other, symbols, sizeof symbols);
        for (int changes = 1 + take_up_to(&input, 7); changes; changes--) {
            int cell = take_byte(&input) % size_of_grid;
            other[cell] = (uint8_t)(1 + take_up_to(&input, task.n - 1));
        }
        if (memcmp(other, symbols, (size_t)size_of_grid) == 0)
            continue;
        bool had_sums = has_sums(map, other); /* As a solution of the cages does. */
        int done = cage_map_rule_out(map, other, &stream);
        check(done >= 0);
        known++;
        check_map(map);
        bool is_left = false;
        for (int k = 0; k < known; k++)
            is_left |= has_sums(map, others[k]);
        check(done ? !is_left : is_left || !had_sums);
    }
    for (int cell = 0; cell < size_of_grid; cell++)
        answer(cage_map_owner(map)[cell]);
    cage_map_free(map);
}
