/* The symbols that the cells have in the solutions of a puzzle. Nine times each empty cell gets a
 * symbol that no solution has shown so far, and all these puzzles are solved at once. */
#include "bulk/bulk.h"

#include <stdbool.h>
#include <string.h>

/* Take what solutions show. */
static void see(uint16_t possible[81], const unsigned char solution[81])
{
    for (int cell = 0; cell < 81; cell++)
        possible[cell] |= (uint16_t)(1U << (solution[cell] - (unsigned)'1'));
}

int bulk_possible(bulk_solver_t *solve, const unsigned char cells[81], uint16_t possible[81],
                  check_t *check, void *context)
{
    unsigned char puzzle[81][81], solution[81][81];
    bulk_job_t jobs[81] = {{.cells = cells, .solution = solution[0], .limit = 2, .removed = -1}};
    int result = solve(jobs, 1, check, context);
    const bool is_open = jobs[0].count > 1;
    memset(possible, 0, 81 * sizeof *possible);
    if (result == WORK_DONE && jobs[0].count)
        see(possible, solution[0]);
    for (unsigned symbol = 0; result == WORK_DONE && is_open && symbol < 9; symbol++) {
        size_t asked = 0;
        for (int cell = 0; cell < 81; cell++) {
            /* Cells of a row get different symbols, so that the solutions differ, too. */
            const unsigned other = (symbol + (unsigned)cell % 9) % 9;
            if (cells[cell] - (unsigned)'1' < 9 || possible[cell] >> other & 1)
                continue;
            memcpy(puzzle[asked], cells, 81);
            puzzle[asked][cell] = (unsigned char)('1' + other);
            jobs[asked] = (bulk_job_t){
                .cells = puzzle[asked], .solution = solution[asked], .limit = 1, .removed = -1};
            asked++;
        }
        result = solve(jobs, asked, check, context);
        for (size_t k = 0; result == WORK_DONE && k < asked; k++)
            if (jobs[k].count)
                see(possible, solution[k]);
    }
    return result;
}
