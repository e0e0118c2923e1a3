/* From a block of complete grids to a block of puzzles: read, dig side by side, write in order. */
#include "dig/block.h"

#include <stdlib.h>

int dig_block(const dig_request_t *request, const dig_forms_t *forms, const unsigned char *block,
              size_t length, const uint64_t key[4], uint64_t start, dig_answer_t *answer,
              check_t *check, void *context)
{
    *answer = (dig_answer_t){0};
    int result = bulk_block_read(forms->keys, block, length, &answer->read);
    const line_record_t *line = answer->read.line;
    while (result == WORK_DONE && answer->records < answer->read.records &&
           line_is_complete(bulk_cells(&answer->read, block, answer->records), '1'))
        answer->consumed = line[answer->records++].next;
    if (result != WORK_DONE || answer->records == 0)
        return result;
    answer->grids = malloc(answer->records * sizeof *answer->grids);
    if (!answer->grids)
        return WORK_NO_MEMORY;
    for (size_t k = 0; k < answer->records; k++) {
        answer->grids[k] = (dig_grid_t){.grid = bulk_cells(&answer->read, block, k)};
        stream_start(&answer->grids[k].stream, key, start + k);
    }
    result = dig(request, answer->grids, answer->records, check, context);
    for (size_t k = 0; result == WORK_DONE && k < answer->records; k++) {
        const dig_grid_t *grid = &answer->grids[k];
        line_parts_t parts = {
            .block = block,
            .record = &line[k],
            .puzzle = grid->puzzle,
            .solution = grid->grid,
            .number = start + k + 1,
            .count = 1,
            .clues = grid->clues,
            .empty = forms->empty,
        };
        const unsigned char *form = grid->met != DIG_MISSED ? forms->met : forms->missed;
        size_t form_length = grid->met != DIG_MISSED ? forms->met_length : forms->missed_length;
        if (line_write(&answer->output, form, form_length, &parts) < 0)
            result = WORK_NO_MEMORY;
    }
    return result;
}

void dig_block_free(dig_answer_t *answer)
{
    bulk_block_free(&answer->read);
    free(answer->grids);
    free(answer->output.text);
}
