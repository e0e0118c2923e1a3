/* From a block of lines to the lines of their canonical forms.
 *
 *     block   ->  places of the cells  ->  one line of 82 bytes each  ->  lines that broke a rule
 *                                                                         are emptied */
#include "canonical/block.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"

void canonical_block_free(canonical_answer_t *answer)
{
    free(answer->starts);
    free(answer->ends);
    free(answer->automorphisms);
    free(answer->output);
}

/* Make every line empty that belongs to a record without a canonical form. */
static void empty_lines(canonical_answer_t *answer)
{
    uint8_t *to = answer->output;
    for (size_t i = 0; i < answer->records; i++) {
        const size_t line = answer->automorphisms[i] ? 82 : 1;
        const uint8_t *from = answer->output + 82 * (i + 1) - line;
        if (to != from)
            memmove(to, from, line);
        to += line;
    }
    answer->length = (size_t)(to - answer->output);
}

int canonical_block(core_t core, const uint8_t *block, size_t length, uint8_t empty,
                    canonical_answer_t *answer, check_t *check, void *context)
{
    const size_t most = length / 81 + 1;
    memset(answer, 0, sizeof *answer);
    answer->starts = malloc(most * sizeof *answer->starts);
    answer->ends = malloc(most * sizeof *answer->ends);
    answer->automorphisms = malloc(most * sizeof *answer->automorphisms);
    answer->output = malloc(most * 82);
    if (!answer->starts || !answer->ends || !answer->automorphisms || !answer->output)
        return WORK_NO_MEMORY;
    line_record_t record;
    while (answer->consumed < length && line_read(block, length, answer->consumed, &record)) {
        answer->starts[answer->records] = record.start;
        answer->ends[answer->records++] = record.end;
        answer->consumed = record.next;
    }
    const int status = canonical_lines(core, block, answer->starts, answer->records, empty,
                                       answer->output, answer->automorphisms, check, context);
    if (status == WORK_DONE)
        empty_lines(answer);
    return status;
}
