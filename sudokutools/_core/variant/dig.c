/* Digging: which cells of a complete grid can be emptied so that it stays the only solution. */
#include "variant/state.h"

#include <string.h>

enum { WORK_BETWEEN_CHECKS = 200000 };

/* Find out whether an emptied cell can have another symbol. Return SEARCH_NONE if not. */
static int find_other(variant_t *s, const uint8_t *solution, const uint8_t *cells, int cell,
                      check_t *check, void *context)
{
    const variant_task_t task = {
        .cells = cells, .near = solution, .other = cell, .max_steps = INT64_MAX};
    variant_start(s, &task);
    for (;;) {
        int outcome = variant_run(s, WORK_BETWEEN_CHECKS);
        if (outcome != SEARCH_PAUSED)
            return outcome;
        if (check(context))
            return WORK_STOPPED;
    }
}

int variant_dig(variant_t *s, const uint8_t *solution, variant_list_t orbits, uint8_t *cells,
                check_t *check, void *context)
{
    long long work = 0;
    memcpy(cells, solution, (size_t)s->size);
    for (size_t at = 0; at < orbits.length; at += 1 + (size_t)orbits.numbers[at]) {
        const uint16_t *orbit = orbits.numbers + at + 1;
        int count = orbits.numbers[at], outcome = SEARCH_NONE, emptied = 0;
        while (outcome == SEARCH_NONE && emptied < count) {
            cells[orbit[emptied]] = 0;
            outcome = find_other(s, solution, cells, orbit[emptied++], check, context);
            work += s->work;
        }
        if (outcome < 0)
            return outcome;
        if (outcome == SEARCH_SOLUTION)
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
