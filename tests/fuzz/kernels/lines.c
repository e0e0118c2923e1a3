/* The reader and the writer of lines on any bytes: every byte belongs to one record or is left for
 * the next block, in order. */
#include "bulk/block.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* All parts, some text, and the end of a line. */
    static const unsigned char form[] = {1, 2, 3, 4, 5, 6, 7, 'x', '\n'};
    bulk_plan_t plan = {.limit = 2, .minimal = 1, .empty = '0'};
    plan.solve = bulk_solver(CORE_SCALAR);
    for (int status = 0; status < BULK_STATUSES; status++) {
        plan.form[status] = form;
        plan.form_length[status] = sizeof form;
    }
    bulk_answer_t answer;
    check(bulk_block_solve(&plan, data, size, &answer, NULL, NULL) == WORK_DONE);
    check(answer.consumed <= size);
    size_t at = 0;
    for (size_t k = 0; k < answer.records; k++) {
        const line_record_t *line = &answer.line[k];
        check(line->start == at && line->note >= line->start + 81);
        check(line->note_end >= line->note && line->end >= line->note_end);
        check(line->next >= line->end && line->next <= size);
        at = line->next;
    }
    bulk_block_free(&answer);
    return 0;
}
