/* Digging: which cells of a complete grid can be emptied so that it stays the only solution. */
#include "variant/state.h"

#include <string.h>

enum { WORK_BETWEEN_CHECKS = 200000 };

/* Ask whether an emptied cell can have another symbol. Return SEARCH_NONE if not. */
static int find_other(variant_t *s, const variant_task_t *task, check_t *check, void *context)
{
    variant_start(s, task);
    for (;;) {
        int outcome = variant_run(s, WORK_BETWEEN_CHECKS);
        if (outcome != SEARCH_PAUSED)
            return outcome;
        if (check(context))
            return WORK_STOPPED;
    }
}

int variant_dig(variant_t *s, const uint8_t *solution, variant_list_t orbits, long long max_steps,
                uint8_t *cells, check_t *check, void *context)
{
    variant_task_t task = {.cells = cells, .near = solution, .max_steps = max_steps};
    long long work = 0;
    memcpy(cells, solution, (size_t)s->grid);
    for (size_t at = 0; at < orbits.length; at += 1 + (size_t)orbits.numbers[at]) {
        const uint16_t *orbit = orbits.numbers + at + 1;
        int count = orbits.numbers[at], outcome = SEARCH_NONE, emptied = 0;
        while (outcome == SEARCH_NONE && emptied < count) {
            task.other = orbit[emptied++];
            cells[task.other] = 0;
            outcome = find_other(s, &task, check, context);
            work += s->work;
        }
        if (outcome < 0)
            return outcome;
        if (outcome != SEARCH_NONE)
            for (int i = 0; i < emptied; i++)
                cells[orbit[i]] = solution[orbit[i]];
        if (work > WORK_BETWEEN_CHECKS) {
            work = 0;
            if (check(context))
                return WORK_STOPPED;
        }
    }
    return WORK_DONE;
}
