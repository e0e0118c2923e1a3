/* The bulk solver with any cells, limits and candidates taken out, on every core, and the search
 * for one puzzle. All cores count the same, as many as the search; a solution is complete, keeps
 * the rules and has the clues; where it is the only one it is the same on every core. */
#include "bulk/bulk.h"
#include "bulk/propagate.h"

#include "nine.h"

/* More options than the search may try before the count is given up: some have millions. */
enum { MOST_JOBS = 200, MOST_SEARCHED = 20, STEPS = 60, CHECKS = 1 };

typedef struct {
    uint8_t cells[MOST_JOBS][81];
    uint64_t limit[MOST_JOBS];
    int16_t removed[MOST_JOBS];
    int count;
} puzzles_t;

typedef struct {
    bulk_job_t job[MOST_JOBS];
    uint8_t solution[MOST_JOBS][81];
    int outcome;
} answers_t;

/* Take puzzles: any signs, or a complete grid with some of its clues. */
static void take_puzzles(input_t *input, puzzles_t *puzzles)
{
    /* Mostly a few, sometimes more than there are lanes, or than are read at once: then they
     * repeat. */
    int number = take_byte(input), taken = 1 + (number < 250 ? number % 3 : 4 * (number - 250));
    puzzles->count = number < 253 ? taken : MOST_JOBS;
    for (int k = 0; k < puzzles->count; k++) {
        if (k >= taken) {
            memcpy(puzzles->cells[k], puzzles->cells[k % taken], 81);
            puzzles->limit[k] = puzzles->limit[k % taken];
            puzzles->removed[k] = puzzles->removed[k % taken];
            continue;
        }
        int kind = take_byte(input);
        puzzles->limit[k] = 1 + (kind >> 4 == 15 ? take(input, 1) % 40 : kind & 1);
        /* A candidate of one of the cells, as the binding makes sure; or none. */
        puzzles->removed[k] = kind & 2 ? (int16_t)(take(input, 2) % 730 - 1) : -1;
        if (!(kind & 4) || input->size < 81) {
            take_grid(input, puzzles->cells[k]);
            take_clues(input, puzzles->cells[k]);
            int changed = take_up_to(input, 255);
            if (changed < 81)
                puzzles->cells[k][changed] = take_byte(input);
        } else {
            for (int cell = 0; cell < 81; cell++)
                puzzles->cells[k][cell] = take_byte(input);
        }
    }
}

static void solve(const puzzles_t *puzzles, core_t core, answers_t *answers)
{
    int left = CHECKS;
    for (int k = 0; k < puzzles->count; k++)
        answers->job[k] = (bulk_job_t){.cells = puzzles->cells[k],
                                       .solution = answers->solution[k],
                                       .limit = puzzles->limit[k],
                                       .removed = puzzles->removed[k],
                                       .count = MOST_JOBS, /* Earlier answers are forgotten. */
                                       .guesses = MOST_JOBS};
    answers->outcome = bulk_solver(core)(answers->job, (size_t)puzzles->count, is_enough, &left);
}

/* Whether a solution has another symbol where one was taken out. */
static bool has_other(const uint8_t *solution, int removed)
{
    return removed < 0 || solution[removed / 9] != '1' + removed % 9;
}

/* Count the solutions up to a limit by the search; -1 where that takes long. */
static int64_t search(const uint8_t *cells, uint64_t limit, int removed)
{
    static _Thread_local bulk_search_t found;
    uint8_t puzzle[81], solution[81];
    int64_t count = 0;
    int status = SEARCH_SOLUTION;
    memcpy(puzzle, cells, 81);
    if (removed >= 0)
        puzzle[removed / 9] = '.';
    bulk_search_start(&found, puzzle, NULL);
    while (found.steps < STEPS && (uint64_t)count < limit) {
        status = bulk_search_next(&found, solution, STEPS - found.steps);
        if (status != SEARCH_SOLUTION)
            break;
        check(solves(solution, puzzle));
        count += has_other(solution, removed);
    }
    return (uint64_t)count == limit || status == SEARCH_NONE ? count : -1;
}

/* Whether the clue that is taken out has another symbol than its cell: then the solver must exclude
 * something that is not a candidate. */
static bool is_of_other(const puzzles_t *puzzles, int k)
{
    int removed = puzzles->removed[k];
    unsigned clue = removed < 0 ? 0 : puzzles->cells[k][removed / 9] - (unsigned)'1';
    return removed >= 0 && clue < 9 && (int)clue != removed % 9;
}

/* Check the symbols that are possible against all solutions, if the search finds these soon. */
static void check_possible(const uint8_t *cells, core_t core)
{
    static _Thread_local bulk_search_t search;
    uint16_t possible[81], expected[81] = {0};
    uint8_t solution[81];
    int left = CHECKS, status = SEARCH_SOLUTION;
    if (bulk_possible(bulk_solver(core), cells, possible, is_enough, &left) != WORK_DONE)
        return;
    bulk_search_start(&search, cells, NULL);
    while (search.steps < STEPS && status == SEARCH_SOLUTION) {
        status = bulk_search_next(&search, solution, STEPS - search.steps);
        for (int cell = 0; cell < 81 && status == SEARCH_SOLUTION; cell++)
            expected[cell] |= (uint16_t)(1 << (solution[cell] - '1'));
    }
    for (int cell = 0; cell < 81; cell++)
        check((possible[cell] & expected[cell]) == expected[cell] &&
              (status != SEARCH_NONE || possible[cell] == expected[cell]));
}

SUBJECT(solve)
{
    static _Thread_local puzzles_t puzzles;
    static _Thread_local answers_t first, other;
    int number = take_byte(&input);
    take_puzzles(&input, &puzzles);
    solve(&puzzles, CORE_SCALAR, &first);
    if (first.outcome != WORK_DONE)
        return;
    for (int k = 0; k < puzzles.count; k++) {
        const bulk_job_t *job = &first.job[k];
        check(job->count <= job->limit);
        answer(job->count);
        if (k >= MOST_SEARCHED || is_of_other(&puzzles, k))
            continue;
        int64_t count = search(puzzles.cells[k], job->limit, job->removed);
        check(count < 0 || (uint64_t)count == job->count);
    }
    check_possible(puzzles.cells[0], some_core(number));
    core_t core;
    for (size_t at = 0; core_at(at, &core) && core != CORE_SCALAR; at++) {
        if ((int)at % 3 != number % 3)
            continue;
        solve(&puzzles, core, &other);
        for (int k = 0; other.outcome == WORK_DONE && k < puzzles.count; k++) {
            uint8_t open[81];
            const bulk_job_t *job = &other.job[k];
            check(job->count == first.job[k].count);
            memcpy(open, puzzles.cells[k], 81);
            if (job->removed >= 0)
                open[job->removed / 9] = '.';
            if (job->count && !is_of_other(&puzzles, k))
                check(solves(other.solution[k], open) &&
                      has_other(other.solution[k], job->removed));
            if (job->count == 1 && job->limit > 1)
                check(memcmp(first.solution[k], other.solution[k], 81) == 0);
        }
    }
}
