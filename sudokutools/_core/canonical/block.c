/* From a block of lines to the lines of their canonical forms.
 *
 *     block   ->  places of the cells  ->  one line of 82 bytes each  ->  lines that broke a rule
 *                                                                         are emptied */
#include "canonical/block.h"

#include <stdlib.h>
#include <string.h>

void canonical_block_free(canonical_answer_t *answer)
{
    bulk_block_free(&answer->read);
    free(answer->automorphisms);
    free(answer->output);
}

static void empty_lines(canonical_answer_t *answer)
{
    uint8_t *to = answer->output;
    for (size_t i = 0; i < answer->read.records; i++) {
        const size_t line = answer->automorphisms[i] ? 82 : 1;
        const uint8_t *from = answer->output + 82 * (i + 1) - line;
        if (to != from)
            memmove(to, from, line);
        to += line;
    }
    answer->length = (size_t)(to - answer->output);
}

int canonical_block(core_t core, const line_keys_t *keys, const uint8_t *block, size_t length,
                    uint8_t empty, canonical_answer_t *answer, check_t *check, void *context)
{
    *answer = (canonical_answer_t){0};
    int status = bulk_block_read(keys, block, length, &answer->read);
    const size_t records = answer->read.records;
    answer->automorphisms = malloc((records + 1) * sizeof *answer->automorphisms);
    answer->output = malloc((records + 1) * 82);
    if (status != WORK_DONE || !answer->automorphisms || !answer->output)
        return WORK_NO_MEMORY;
    status = canonical_lines(core, block, answer->read.line, records, empty, answer->output,
                             answer->automorphisms, check, context);
    if (status == WORK_DONE)
        empty_lines(answer);
    return status;
}
