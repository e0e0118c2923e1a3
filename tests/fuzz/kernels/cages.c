/* Maps of cages on any grid of symbols and with any measures that bind/cages.c lets through: every
 * cell is in one cage, a cage is connected, has no symbol twice and no more cells than it may; what
 * is ruled out has not the sums of the cages any more. */
#include "cages/cages.h"
#include <stdbool.h>

#include "fuzz.h"

enum { MOST_LINE = 9, MOST_SYMBOLS = 12, MOST_OTHERS = 6 };

static uint8_t symbols[MOST_LINE * MOST_LINE], others[MOST_OTHERS][MOST_LINE * MOST_LINE];
static cages_task_t task;
static int size_of_grid;

/* Take a cell and those of its cage that are connected with it; return how many these are. */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_t input = {data, size};
    if (!take_task(&input))
        return 0;
    uint64_t key[4] = {take(&input, 2), 0, 0, 0};
    stream_t stream;
    stream_start(&stream, key, 0);
    cage_map_t *map = cage_map_new(&task, &stream);
    check(map != NULL);
    check_map(map);
    for (int known = 0; input.size && known < MOST_OTHERS;) {
        uint8_t *other = others[known];
        cage_map_ease(map, &stream);
        check_map(map);
        memcpy(other, symbols, sizeof symbols);
        for (int changes = 1 + take_up_to(&input, 7); changes; changes--)
            other[take_byte(&input) % size_of_grid] = (uint8_t)(1 + take_up_to(&input, task.n - 1));
        if (memcmp(other, symbols, (size_t)size_of_grid) == 0)
            continue;
        int done = cage_map_rule_out(map, other, &stream);
        check(done >= 0);
        known++;
        check_map(map);
        for (int k = 0; done && k < known; k++)
            check(!has_sums(map, others[k]));
    }
    cage_map_free(map);
    return 0;
}
