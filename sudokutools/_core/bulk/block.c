/* From a block of lines to a block of answers: read, solve side by side, write in order.
 *
 *     block   ->  records  ->  jobs  ->  lanes  ->  status, solution  ->  output
 *
 * Whatever depends on more than the puzzle is settled outside of the lanes: which of several
 * solutions is met there first depends on the neighbours, so that one is searched for again. */
#include "bulk/block.h"

#include <stdlib.h>
#include <string.h>

#include "bulk/propagate.h"
#include "bulk/unavoidable.h"

/* Clues that are tested side by side. */
#define QUESTIONS 384

/* Records between two calls of the check where each is solved alone. */
#define CHECK_EVERY 64

/* Guesses between two calls of the check. */
#define STEPS_AT_ONCE 10000

/* From a solution to the next, with a line feed, so that they may be the output as they are. */
#define SOLUTION_STRIDE 82

int bulk_block_read(const line_keys_t *keys, const unsigned char *block, size_t length,
                    bulk_answer_t *answer)
{
    size_t room = length / 81 + 1;
    answer->line = malloc(room * sizeof *answer->line);
    answer->status = calloc(room, 1);
    if (!answer->line || !answer->status)
        return WORK_NO_MEMORY;
    for (; answer->consumed < length; answer->consumed = answer->line[answer->records++].next) {
        line_record_t *line = &answer->line[answer->records];
        if (keys->objects && block[answer->consumed] == '{') {
            if (!answer->objects)
                answer->objects = malloc(room * OBJECT_SCRATCH);
            if (!answer->objects)
                return WORK_NO_MEMORY;
            if (!object_read(block, length, answer->consumed,
                             answer->objects + OBJECT_SCRATCH * answer->records, line))
                break;
        } else if (!line_read(keys, block, length, answer->consumed, line)) {
            break;
        }
    }
    return WORK_DONE;
}

void bulk_block_free(bulk_answer_t *answer)
{
    free(answer->line);
    free(answer->status);
    free(answer->objects);
    free(answer->output.text);
}

static bool form_has(const bulk_plan_t *plan, int form, unsigned char part)
{
    return plan->form_length[form] &&
           memchr(plan->form[form], part, plan->form_length[form]) != NULL;
}

/* Questions whether a puzzle keeps its only solution without one of its clues. */
typedef struct {
    size_t count;
    bulk_job_t job[QUESTIONS];
    uint32_t record[QUESTIONS];               /* Whose clue it is. */
    unsigned char near[QUESTIONS][81];        /* The puzzle with some of its solution. */
    const unsigned char *cells[QUESTIONS];    /* The puzzle, */
    const unsigned char *solution[QUESTIONS]; /* and its solution. */
} questions_t;

/* Where another solution is looked for: in band and stack, in all boxes but one, everywhere. */
enum { NEAR_CROSS, NEAR_EIGHT, NEAR_ALL, NEARS };

/* Fill in the solution but for the boxes in which another is looked for. */
static void write_near(questions_t *asked, size_t k, int near)
{
    int cell = asked->job[k].removed / 9, band = cell / 27, stack = cell % 9 / 3;
    for (int line = 0; line < 27; line++) {
        int b = line / 9, s = line % 3;
        bool is_filled = near == NEAR_CROSS ? b != band && s != stack
                                            : b == (band + 1) % 3 && s == (stack + 1) % 3;
        const unsigned char *from = is_filled ? asked->solution[k] : asked->cells[k];
        memcpy(asked->near[k] + 3 * line, from + 3 * line, 3);
    }
    asked->job[k].cells = asked->near[k];
}

static void add_clues(questions_t *asked, const unsigned char *cells, const unsigned char *solution,
                      size_t record)
{
    unavoidable_t sets;
    unavoidable_clues_t clues;
    unavoidable_list(&sets, solution);
    unavoidable_start(&sets, &clues, cells);
    for (int cell = 0; cell < 81; cell++) {
        unsigned symbol = cells[cell] - (unsigned)'1';
        if (symbol > 8 || unavoidable_needs(&sets, &clues, cell))
            continue;
        size_t k = asked->count++;
        asked->record[k] = (uint32_t)record;
        asked->cells[k] = cells;
        asked->solution[k] = solution;
        asked->job[k] =
            (bulk_job_t){.cells = cells, .limit = 1, .removed = (int16_t)(9 * cell + (int)symbol)};
    }
}

/* Keep the questions that found no other solution. */
static void keep_unanswered(questions_t *asked)
{
    size_t left = 0;
    for (size_t k = 0; k < asked->count; k++)
        if (asked->job[k].count == 0) {
            asked->record[left] = asked->record[k];
            asked->cells[left] = asked->cells[k];
            asked->solution[left] = asked->solution[k];
            asked->job[left++] = asked->job[k];
        }
    asked->count = left;
}

/* Answer the questions and set the status of the records that have a needless clue. Another
 * solution mostly differs in few boxes, and is found there at a fraction of the cost: this takes
 * two fifths of the time for 17 clues, two thirds for minimal puzzles in general. */
static int answer(const bulk_plan_t *plan, questions_t *asked, unsigned char *status,
                  check_t *check, void *context)
{
    int result = WORK_DONE;
    for (int near = 0; result == WORK_DONE && near < NEARS; near++) {
        for (size_t k = 0; k < asked->count; k++) {
            asked->job[k].cells = asked->cells[k];
            if (near != NEAR_ALL)
                write_near(asked, k, near);
        }
        result = plan->solve(asked->job, asked->count, check, context);
        keep_unanswered(asked);
    }
    for (size_t k = 0; result == WORK_DONE && k < asked->count; k++)
        status[asked->record[k]] = BULK_NEEDLESS;
    asked->count = 0;
    return result;
}

/* Set the status of all records whose only solution has clues that are not needed. */
static int find_needless(const bulk_plan_t *plan, const unsigned char *block, bulk_answer_t *found,
                         const unsigned char *solutions, check_t *check, void *context)
{
    questions_t *asked = malloc(sizeof *asked);
    int result = asked ? WORK_DONE : WORK_NO_MEMORY;
    if (asked)
        asked->count = 0;
    for (size_t k = 0; result == WORK_DONE && k < found->records; k++) {
        if (found->status[k] == BULK_UNIQUE || found->status[k] == BULK_COMPLETE)
            add_clues(asked, bulk_cells(found, block, k), solutions + SOLUTION_STRIDE * k, k);
        if (asked->count + 81 > QUESTIONS || k + 1 == found->records)
            result = answer(plan, asked, found->status, check, context);
    }
    free(asked);
    return result;
}

/* Take the solution of a puzzle that may have several that its search alone finds first. */
static void first_solution(const bulk_plan_t *plan, const bulk_job_t *job, size_t record)
{
    bulk_search_t search;
    stream_t stream;
    if (plan->key)
        stream_start(&stream, plan->key, plan->start + record);
    bulk_search_start(&search, job->cells, plan->key ? &stream : NULL);
    bulk_search_next(&search, job->solution, UINT64_MAX);
}

/* End a block before the first object that names another solution, as far as that is filled, than
 * the one that was found, or has several. */
static void end_at_contradiction(bulk_answer_t *answer, const bulk_job_t *jobs)
{
    for (size_t k = 0; k < answer->records; k++) {
        const unsigned char *stated = answer->objects + OBJECT_SCRATCH * k + 81;
        int cell = answer->line[k].has_solution && jobs[k].count ? 0 : 81;
        while (cell < 81 && jobs[k].count == 1 &&
               (stated[cell] - (unsigned)'1' > 8 || stated[cell] == jobs[k].solution[cell]))
            cell++;
        if (cell < 81) {
            answer->records = k;
            answer->consumed = answer->line[k].start;
        }
    }
}

/* Count the guesses of the search for all solutions of puzzles with one, where a form has them. */
static int count_nodes(const bulk_plan_t *plan, const bulk_answer_t *answer, bulk_job_t *jobs,
                       check_t *check, void *context)
{
    bool wanted[BULK_STATUSES] = {false};
    for (int status = BULK_UNIQUE; status < BULK_STATUSES; status++)
        wanted[status] =
            plan->limit > 1 && status != BULK_SEVERAL && form_has(plan, status, LINE_NODES);
    for (size_t k = 0, alone = 0; k < answer->records; k++) {
        bulk_search_t search;
        unsigned char solution[81];
        jobs[k].guesses = 0;
        if (!wanted[answer->status[k]] || answer->line[k].clues == 81)
            continue;
        bulk_search_start(&search, jobs[k].cells, NULL);
        for (int found = SEARCH_SOLUTION; found != SEARCH_NONE;) {
            found = bulk_search_next(&search, solution, STEPS_AT_ONCE);
            if (++alone % CHECK_EVERY == 0 && check && check(context))
                return WORK_STOPPED;
        }
        jobs[k].guesses = (uint32_t)search.steps;
    }
    return WORK_DONE;
}

static int status_of(uint64_t count, int clues)
{
    return count > 1     ? BULK_SEVERAL
           : count == 0  ? BULK_NONE
           : clues == 81 ? BULK_COMPLETE
                         : BULK_UNIQUE;
}

/* Look for clashes of the clues, and no further. */
static void look_for_clashes(bulk_answer_t *answer, bulk_job_t *jobs)
{
    for (size_t k = 0; k < answer->records; k++) {
        jobs[k].count = !line_clashes(jobs[k].cells, '1');
        jobs[k].solution = NULL;
        answer->status[k] = (unsigned char)status_of(jobs[k].count, answer->line[k].clues);
    }
}

static int solve_records(const bulk_plan_t *plan, const unsigned char *block, bulk_answer_t *answer,
                         bulk_job_t *jobs, unsigned char *solutions, check_t *check, void *context)
{
    for (size_t k = 0; k < answer->records; k++)
        jobs[k] = (bulk_job_t){.cells = bulk_cells(answer, block, k),
                               .solution = solutions + SOLUTION_STRIDE * k,
                               .limit = plan->limit,
                               .removed = -1};
    if (plan->limit == 0) {
        look_for_clashes(answer, jobs);
        return WORK_DONE;
    }
    int result = plan->solve(jobs, answer->records, check, context);
    /* Counting to 1 does not show uniqueness. */
    const bool counts = plan->limit > 1;
    const bool wanted = form_has(plan, counts ? BULK_SEVERAL : BULK_UNIQUE, LINE_SOLUTION) ||
                        form_has(plan, counts ? BULK_MORE : BULK_NEEDLESS, LINE_SOLUTION);
    if (result == WORK_DONE && answer->objects && form_has(plan, BULK_UNIQUE, LINE_SOLUTION))
        end_at_contradiction(answer, jobs);
    for (size_t k = 0, alone = 0; result == WORK_DONE && k < answer->records; k++) {
        answer->status[k] = (unsigned char)status_of(jobs[k].count, answer->line[k].clues);
        if (wanted && jobs[k].count > counts && answer->line[k].clues < 81) {
            first_solution(plan, &jobs[k], k);
            if (++alone % CHECK_EVERY == 0 && check && check(context))
                result = WORK_STOPPED;
        }
    }
    if (result == WORK_DONE && plan->minimal)
        result = find_needless(plan, block, answer, solutions, check, context);
    if (result == WORK_DONE)
        result = count_nodes(plan, answer, jobs, check, context);
    return result;
}

static int form_of(const bulk_plan_t *plan, const bulk_answer_t *answer, const bulk_job_t *jobs,
                   size_t record)
{
    const int status = answer->status[record];
    return status == BULK_SEVERAL && jobs[record].count == plan->limit ? BULK_MORE : status;
}

/* Whether each record is written as its solution and a line feed. */
static bool are_solutions(const bulk_plan_t *plan, const bulk_answer_t *answer,
                          const bulk_job_t *jobs)
{
    static const unsigned char with_note[] = {LINE_SOLUTION, LINE_NOTE, '\n'};
    bool has_solution[BULK_FORMS];
    for (int k = 0; k < BULK_FORMS; k++)
        has_solution[k] = k != BULK_NONE && plan->form_length[k] == sizeof with_note &&
                          memcmp(plan->form[k], with_note, sizeof with_note) == 0;
    for (size_t k = 0; k < answer->records; k++)
        if (answer->line[k].note < answer->line[k].note_end ||
            !has_solution[form_of(plan, answer, jobs, k)])
            return false;
    return true;
}

static int write_records(const bulk_plan_t *plan, const unsigned char *block, bulk_answer_t *answer,
                         const bulk_job_t *jobs)
{
    /* The length of the input is a good guess; the output grows if it must. */
    int result = line_reserve(&answer->output, answer->consumed + 256);
    for (size_t k = 0; result == WORK_DONE && k < answer->records; k++) {
        line_parts_t parts = {
            .block = block,
            .record = &answer->line[k],
            .puzzle = jobs[k].cells,
            .solution = jobs[k].count ? jobs[k].solution : NULL,
            .number = plan->number + k,
            .count = jobs[k].count,
            .nodes = jobs[k].guesses,
            .clues = answer->line[k].clues,
            .empty = plan->empty,
        };
        const int form = form_of(plan, answer, jobs, k);
        result = line_write(&answer->output, plan->form[form], plan->form_length[form], &parts);
    }
    return result;
}

int bulk_block_solve(const bulk_plan_t *plan, const unsigned char *block, size_t length,
                     bulk_answer_t *answer, check_t *check, void *context)
{
    *answer = (bulk_answer_t){0};
    int result = bulk_block_read(plan->keys, block, length, answer);
    if (result != WORK_DONE || answer->records == 0)
        return result;
    bulk_job_t *jobs = malloc(answer->records * sizeof *jobs);
    unsigned char *solutions = malloc(answer->records * SOLUTION_STRIDE);
    result = jobs && solutions ? solve_records(plan, block, answer, jobs, solutions, check, context)
                               : WORK_NO_MEMORY;
    if (result == WORK_DONE && plan->limit && are_solutions(plan, answer, jobs)) {
        for (size_t k = 1; k <= answer->records; k++)
            solutions[SOLUTION_STRIDE * k - 1] = '\n';
        answer->output = (line_output_t){.text = solutions,
                                         .length = answer->records * SOLUTION_STRIDE,
                                         .room = answer->records * SOLUTION_STRIDE};
        solutions = NULL;
    } else if (result == WORK_DONE) {
        result = write_records(plan, block, answer, jobs);
    }
    free(jobs);
    free(solutions);
    return result;
}
