/* Blocks of lines solved, with any plan that the binding lets through, on every core. The output, the
 * records and what was found of each are the same on all cores; the records are those of the reader of
 * lines; statuses agree with the search, and a needless clue is one that the search can do without. */
#include "bulk/block.h"
#include "bulk/propagate.h"

#include "nine.h"

enum { MOST_FORM = 12, MOST_BLOCK = 1000, STEPS = 60, CHECKS = 1 };

typedef struct {
    bulk_plan_t plan;
    uint64_t key[4];
    uint8_t form[BULK_STATUSES][MOST_FORM];
} plan_t;

static void take_plan(input_t *input, plan_t *taken)
{
    bulk_plan_t *plan = &taken->plan;
    int kind = take_byte(input);
    plan->limit = 1 + (kind >> 4 == 15 ? take(input, 1) % 40 : kind & 1);
    plan->minimal = kind & 2;
    plan->empty = take_byte(input);
    plan->start = take(input, kind >> 4 & 8);
    plan->number = take(input, kind >> 4 & 8);
    for (int k = 0; k < 4; k++)
        taken->key[k] = kind & 4 ? take(input, 2) : 0;
    plan->key = kind & 4 ? taken->key : NULL;
    for (int status = 0; status < BULK_STATUSES; status++) {
        uint8_t length = kind & 8 ? 3 : take_byte(input) % (MOST_FORM + 1);
        for (int k = 0; k < length; k++)
            taken->form[status][k] =
                kind & 8 ? (uint8_t[]){LINE_SOLUTION, LINE_NOTE, '\n'}[k] : take_byte(input);
        plan->form[status] = taken->form[status];
        plan->form_length[status] = length;
    }
}

/* Return the number of solutions, up to `limit`; -1 where that takes long. */
static int count(const uint8_t *cells, int limit)
{
    static bulk_search_t search;
    uint8_t solution[81];
    int found = 0, status = SEARCH_SOLUTION;
    bulk_search_start(&search, cells, NULL);
    while (found < limit && status == SEARCH_SOLUTION) {
        status = bulk_search_next(&search, solution, STEPS - search.steps);
        found += status == SEARCH_SOLUTION;
    }
    return status == SEARCH_PAUSED ? -1 : found;
}

/* Whether a clue can go: 1 or 0, or -1 where that takes long. */
static int has_needless(const uint8_t *cells)
{
    uint8_t fewer[81];
    int answer = 0;
    memcpy(fewer, cells, 81);
    for (int cell = 0; cell < 81 && answer < 1; cell++) {
        if (cells[cell] < '1' || cells[cell] > '9')
            continue;
        fewer[cell] = '.';
        int found = count(fewer, 2);
        answer = found == 1 ? 1 : found < 0 ? -1 : answer;
        fewer[cell] = cells[cell];
    }
    return answer;
}

static void judge(const bulk_plan_t *plan, const uint8_t *cells, int status)
{
    int found = count(cells, plan->limit > 1 ? 2 : 1), needless = -1;
    if (found < 0)
        return;
    check((status == BULK_NONE) == (found == 0) && (status == BULK_SEVERAL) == (found == 2));
    check(status != BULK_COMPLETE || count_clues(cells) == 81);
    if (plan->limit > 1 && found == 1 && plan->minimal && count_clues(cells) < 40)
        needless = has_needless(cells);
    check(needless < 0 || (status == BULK_NEEDLESS) == needless);
}

static void same(const bulk_answer_t *a, const bulk_answer_t *b)
{
    check(a->records == b->records && a->consumed == b->consumed);
    check(!a->records || memcmp(a->status, b->status, a->records) == 0);
    check(a->output.length == b->output.length);
    check(!a->output.length || memcmp(a->output.text, b->output.text, a->output.length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static plan_t taken;
    input_t input = {data, size};
    int number = take_byte(&input), left = CHECKS;
    take_plan(&input, &taken);
    const uint8_t *block = input.data;
    size_t length = input.size < MOST_BLOCK ? input.size : MOST_BLOCK, at = 0;
    bulk_plan_t *plan = &taken.plan;
    bulk_answer_t first, other;
    plan->solve = bulk_solver(CORE_SCALAR);
    int outcome = bulk_block_solve(plan, block, length, &first, is_enough, &left);
    check(outcome == WORK_DONE || outcome == WORK_STOPPED);
    for (size_t k = 0; k < first.records; k++) {
        line_record_t record;
        check(line_read(block, length, at, &record) && record.next == first.line[k].next);
        if (outcome == WORK_DONE)
            judge(plan, block + at, first.status[k]);
        at = record.next;
    }
    check(at == first.consumed);
    core_t core;
    for (size_t k = 0; core_at(k, &core) && core != CORE_SCALAR; k++)
        if (first.records && k % 3 == (size_t)number % 3 && outcome == WORK_DONE) {
            plan->solve = bulk_solver(core);
            left = CHECKS;
            if (bulk_block_solve(plan, block, length, &other, is_enough, &left) == WORK_DONE)
                same(&first, &other);
            bulk_block_free(&other);
        }
    bulk_block_free(&first);
    return 0;
}
