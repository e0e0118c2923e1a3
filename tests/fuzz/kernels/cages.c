/* Maps of cages on any grid of symbols and with any measures that bind/cages.c lets through, eased
 * and told to rule out other grids. That a map is the one of the counterpart in Python, and what
 * holds of every map, is tested by tests/masking/test_cages.py. */
#include "cages/cages.h"
#include <stdbool.h>

#include "subject.h"

enum { MOST_LINE = 9, MOST_SYMBOLS = 12, MOST_OTHERS = 6 };

static _Thread_local uint8_t symbols[MOST_LINE * MOST_LINE],
    others[MOST_OTHERS][MOST_LINE * MOST_LINE];
static _Thread_local cages_task_t task;
static _Thread_local int size_of_grid;

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
    task.share = take_up_to(input, 100);
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
    for (int known = 0; input.size && known < MOST_OTHERS;) {
        uint8_t *other = others[known];
        cage_map_ease(map, &stream);
        memcpy(other, symbols, sizeof symbols);
        for (int changes = 1 + take_up_to(&input, 7); changes; changes--) {
            int cell = take_byte(&input) % size_of_grid;
            other[cell] = (uint8_t)(1 + take_up_to(&input, task.n - 1));
        }
        if (memcmp(other, symbols, (size_t)size_of_grid) == 0)
            continue;
        check(cage_map_rule_out(map, other, &stream) >= 0);
        known++;
    }
    for (int cell = 0; cell < size_of_grid; cell++)
        answer(cage_map_owner(map)[cell]);
    cage_map_free(map);
}
