/* Blocks of lines solved, with any plan that the binding lets through, on every core. The output,
 * the records and their statuses are the same on all cores; records are split as by the reader of
 * lines; every record gives the same as alone, and as by the search: the number of its solutions,
 * the first of them, and whether it can do without a clue.
 *
 * A block is any text, or made of puzzles, as many as the lanes and their pool do not hold. */
#include "bulk/block.h"
#include "bulk/propagate.h"
#include "dig/dig.h"

#include "nine.h"

enum { MOST_FORM = 12, MOST_BLOCK = 1 << 15, STEPS = 60, ALL_STEPS = 600, CHECKS = 3 };
enum { BASES = 32, MOST_RECORDS = 300 };

typedef struct {
    bulk_plan_t plan;
    uint64_t key[4];
    uint8_t form[BULK_FORMS][MOST_FORM];
} plan_t;

static const line_keys_t note_keys = {
    .count = 1, .key = {"cages"}, .lengths['s' & 31] = 1 << 5, .objects = true};

static void take_plan(input_t *input, plan_t *taken)
{
    bulk_plan_t *plan = &taken->plan;
    int kind = take_byte(input);
    plan->keys = &note_keys;
    plan->limit = 1 + (kind >> 4 == 15 ? take(input, 1) % 40 : kind & 1);
    plan->minimal = kind & 2;
    plan->limit = kind >> 4 == 14 && !plan->minimal ? 0 : plan->limit;
    plan->empty = take_byte(input);
    plan->start = take(input, kind >> 4 & 8);
    plan->number = take(input, kind >> 4 & 8);
    for (int k = 0; k < 4; k++)
        taken->key[k] = kind & 4 ? take(input, 2) : 0;
    plan->key = kind & 4 ? taken->key : NULL;
    for (int form = 0; form < BULK_FORMS; form++) {
        uint8_t length = kind & 8 ? 3 : take_byte(input) % (MOST_FORM + 1);
        for (int k = 0; k < length; k++)
            taken->form[form][k] =
                kind & 8 ? (uint8_t[]){LINE_SOLUTION, LINE_NOTE, '\n'}[k] : take_byte(input);
        plan->form[form] = taken->form[form];
        plan->form_length[form] = length;
    }
}

/* Minimal puzzles, and their solutions. */
static _Thread_local uint8_t bases[BASES][81], base_grids[BASES][81];

static void make_bases(void)
{
    dig_request_t request = {
        .solve = bulk_solver(CORE_SCALAR), .orbits = 81, .clues = DIG_MINIMAL, .tries = 1};
    for (int k = 0; k < 81; k++)
        request.first[k] = request.cells[k] = (unsigned char)k;
    request.first[81] = 81;
    for (int k = 0; k < BASES; k++) {
        const uint8_t seeds[8] = {(uint8_t)k, 0, 0, 0,
                                  (uint8_t)k}; /* Of the grid and of the order. */
        input_t input = {seeds, sizeof seeds};
        take_grid(&input, base_grids[k]);
        dig_grid_t dug = {.grid = base_grids[k], .stream = take_stream(&input)};
        check(dig(&request, &dug, 1, NULL, NULL) == WORK_DONE);
        memcpy(bases[k], dug.puzzle, 81);
    }
}

/* Write a puzzle that is one of the bases with more clues, fewer, or a wrong one; return the
 * length. */
static size_t write_puzzle(input_t *input, uint8_t *text)
{
    int kind = take_byte(input), number = take_byte(input), base = kind % BASES;
    const uint8_t *grid = base_grids[base];
    kind /= BASES;
    memcpy(text, kind == 5 ? grid : bases[base], 81);
    if (kind == 4)
        text[number % 81] = (uint8_t)('1' + number / 9 % 9);
    for (int k = 0, cell = number % 81; kind == 1 && k <= number / 81; k++, cell = (cell + 31) % 81)
        text[cell] = grid[cell];
    for (int k = 0, cell = number % 81; kind >= 5 && k <= number / 81; k++, cell = (cell + 31) % 81)
        text[cell] = '.';
    for (int cell = 0, clues = number % 16; kind == 2 || kind == 3 || kind == 6; cell++) {
        if (cell == 81)
            break;
        if (text[cell] != '.' && (kind == 6 ? clues-- <= 0 : clues-- % 16 < kind - 1))
            text[cell] = '.';
    }
    if (kind == 7 && number % 2) {
        static const char begin[] = "{\"cells\":\"", end[] = "\",\"note\":\"a note\"}\n";
        memmove(text + sizeof begin - 1, text, 81);
        memcpy(text, begin, sizeof begin - 1);
        memcpy(text + sizeof begin - 1 + 81, end, sizeof end - 1);
        return sizeof begin - 1 + 81 + sizeof end - 1;
    }
    if (kind != 7) {
        text[81] = '\n';
        return 82;
    }
    memcpy(text + 81, "\tnote\n", 6);
    return 87;
}

/* Steps that are left for all searches of an input, and those of the last search. */
static _Thread_local int steps_left, steps_taken;

/* Return the number of solutions, up to `limit`, and take the first of them, in the order of a
 * stream if there is one; -1 where that takes long. */
static int count(const uint8_t *cells, int limit, const stream_t *stream, uint8_t first[81])
{
    static _Thread_local bulk_search_t search;
    uint8_t solution[81];
    int found = 0, status = SEARCH_SOLUTION;
    uint64_t most = steps_left < STEPS ? (uint64_t)steps_left : STEPS;
    bulk_search_start(&search, cells, stream);
    while (found < limit && status == SEARCH_SOLUTION) {
        status = bulk_search_next(&search, found ? solution : first, most - search.steps);
        found += status == SEARCH_SOLUTION;
    }
    steps_taken = (int)search.steps;
    steps_left -= steps_taken;
    return status == SEARCH_PAUSED ? -1 : found;
}

/* Whether a clue can go: 1 or 0, or -1 where that takes long. */
static int has_needless(const uint8_t *cells)
{
    uint8_t fewer[81], first[81];
    int answer = 0;
    memcpy(fewer, cells, 81);
    for (int cell = 0; cell < 81 && answer < 1; cell++) {
        if (cells[cell] < '1' || cells[cell] > '9')
            continue;
        fewer[cell] = '.';
        int found = count(fewer, 2, NULL, first);
        answer = found == 1 ? 1 : found < 0 ? -1 : answer;
        fewer[cell] = cells[cell];
    }
    return answer;
}

/* Write what one record gives, by the search. False: that takes long. */
static bool write_expected(const bulk_plan_t *plan, const uint8_t *block, const bulk_answer_t *all,
                           size_t k, line_output_t *expected)
{
    uint8_t first[81];
    stream_t stream;
    const uint8_t *cells = bulk_cells(all, block, k);
    int clues = count_clues(cells), needless = 0;
    if (plan->minimal && plan->limit == 1)
        return false;
    if (plan->key)
        stream_start(&stream, plan->key, plan->start + k);
    int found = count(cells, (int)plan->limit, plan->key ? &stream : NULL, first);
    const int nodes = found == 1 && plan->limit > 1 ? steps_taken : 0;
    if (plan->limit == 0)
        found = !line_clashes(cells, '1');
    if (found == 1 && plan->minimal)
        needless = has_needless(cells);
    if (found < 0 || needless < 0)
        return false;
    int status = found == 0    ? BULK_NONE
                 : found > 1   ? BULK_SEVERAL
                 : needless    ? BULK_NEEDLESS
                 : clues == 81 ? BULK_COMPLETE
                               : BULK_UNIQUE;
    check(all->status[k] == status);
    const int form = found > 1 && found == (int)plan->limit ? BULK_MORE : status;
    line_parts_t parts = {.block = block,
                          .record = &all->line[k],
                          .puzzle = cells,
                          .solution = found && plan->limit ? first : NULL,
                          .number = plan->number + k,
                          .count = (uint64_t)found,
                          .nodes = (uint64_t)nodes,
                          .clues = clues,
                          .empty = plan->empty};
    check(line_write(expected, plan->form[form], plan->form_length[form], &parts) == WORK_DONE);
    return true;
}

/* Write what one record gives alone. False: that takes long. */
static bool write_alone(const bulk_plan_t *plan, const uint8_t *block, const bulk_answer_t *all,
                        size_t k, line_output_t *expected)
{
    bulk_plan_t own = *plan;
    bulk_answer_t alone;
    const line_record_t *record = &all->line[k];
    int left = CHECKS;
    own.start += k;
    own.number += k;
    bool is_done = bulk_block_solve(&own, block + record->start, record->next - record->start,
                                    &alone, is_enough, &left) == WORK_DONE;
    if (is_done) {
        check(alone.records == 1 && alone.status[0] == all->status[k]);
        *expected = alone.output;
        alone.output = (line_output_t){0};
    }
    bulk_block_free(&alone);
    return is_done;
}

/* Check the output of each record. */
static void judge(const bulk_plan_t *plan, const uint8_t *block, const bulk_answer_t *all)
{
    size_t at = 0;
    for (size_t k = 0; k < all->records; k++) {
        line_output_t expected = {0};
        if (!write_expected(plan, block, all, k, &expected) &&
            !write_alone(plan, block, all, k, &expected))
            return;
        check(expected.length <= all->output.length - at);
        check(!expected.length ||
              memcmp(expected.text, all->output.text + at, expected.length) == 0);
        at += expected.length;
        free(expected.text);
    }
    check(at == all->output.length);
}

static void same(const bulk_answer_t *a, const bulk_answer_t *b)
{
    check(a->records == b->records && a->consumed == b->consumed);
    check(!a->records || memcmp(a->status, b->status, a->records) == 0);
    check(a->output.length == b->output.length);
    check(!a->output.length || memcmp(a->output.text, b->output.text, a->output.length) == 0);
}

/* Take a block: any text, or puzzles. */
static size_t take_block(input_t *input, uint8_t *block)
{
    size_t length = 0;
    if (take_byte(input) < 64) {
        length = input->size < MOST_BLOCK ? input->size : MOST_BLOCK;
        memcpy(block, input->data, length);
        return length;
    }
    for (int records = 0; input->size && records < MOST_RECORDS; records++)
        length += write_puzzle(input, block + length);
    return length;
}

SUBJECT(blocks)
{
    static _Thread_local plan_t taken;
    static _Thread_local uint8_t text[MOST_BLOCK];
    int number = take_byte(&input), left = CHECKS;
    if (!bases[0][0])
        make_bases();
    steps_left = ALL_STEPS;
    take_plan(&input, &taken);
    size_t length = take_block(&input, text), at = 0;
    uint8_t *block = malloc(length + !length); /* So that no byte beyond its end is read. */
    check(block != NULL);
    memcpy(block, text, length);
    bulk_plan_t *plan = &taken.plan;
    bulk_answer_t first, other;
    core_t core = some_core(number), best = CORE_SCALAR;
    plan->solve = bulk_solver(best);
    int outcome = bulk_block_solve(plan, block, length, &first, is_enough, &left);
    check(outcome == WORK_DONE || outcome == WORK_STOPPED);
    for (size_t k = 0; k < first.records; k++) {
        line_record_t record;
        unsigned char scratch[OBJECT_SCRATCH];
        check((block[at] == '{' ? object_read(block, length, at, scratch, &record)
                                : line_read(&note_keys, block, length, at, &record)) &&
              record.next == first.line[k].next);
        at = record.next;
    }
    check(at == first.consumed);
    if (outcome == WORK_DONE) {
        judge(plan, block, &first);
        answer_bytes(first.output.text, first.output.length);
    }
    if (first.records && core != best && outcome == WORK_DONE) {
        plan->solve = bulk_solver(core);
        left = CHECKS;
        if (bulk_block_solve(plan, block, length, &other, is_enough, &left) == WORK_DONE)
            same(&first, &other);
        bulk_block_free(&other);
    }
    bulk_block_free(&first);
    free(block);
}
