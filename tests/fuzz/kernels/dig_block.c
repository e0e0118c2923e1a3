/* Blocks of lines dug, with any request and any forms, on every core. Records are split as by the
 * reader of lines while they are valid complete grids, by a plain look; every record gives what its
 * grid alone gives, whatever is dug with it, and is written by its form. */
#include "request.h"

enum { MOST_FORM = 12, MOST_BLOCK = 700 };

/* Write what came of a record. */
static void write_record(line_output_t *output, const dig_forms_t *forms, const uint8_t *block,
                         const line_record_t *record, const dig_grid_t *dug, uint64_t number)
{
    bool is_met = dug->met == DIG_MET;
    line_parts_t parts = {.block = block,
                          .record = record,
                          .puzzle = dug->puzzle,
                          .solution = dug->grid,
                          .number = number,
                          .count = 1,
                          .clues = dug->clues,
                          .empty = forms->empty};
    check(line_write(output, is_met ? forms->met : forms->missed,
                     is_met ? forms->met_length : forms->missed_length, &parts) == WORK_DONE);
}

static const line_keys_t note_keys = {.count = 1, .key = {"cages"}, .lengths['s' & 31] = 1 << 5};

SUBJECT(dig_block)
{
    uint8_t met[MOST_FORM], missed[MOST_FORM], block[MOST_BLOCK];
    dig_request_t request;
    dig_answer_t first, second;
    int core = take_byte(&input);
    take_request(&input, &request);
    dig_forms_t forms = {.met = met, .missed = missed, .keys = &note_keys};
    forms.met_length = (size_t)take_up_to(&input, MOST_FORM);
    forms.missed_length = (size_t)take_up_to(&input, MOST_FORM);
    forms.empty = take_byte(&input);
    for (int k = 0; k < MOST_FORM; k++) {
        met[k] = take_byte(&input);
        missed[k] = take_byte(&input);
    }
    const uint64_t key[4] = {take(&input, 2), 5, 6, 7}, start = take(&input, 1);
    size_t length = 0;
    for (int grids = take_up_to(&input, 3); grids; grids--, length += 81) {
        take_grid(&input, block + length); /* Any text follows it. */
        for (int more = take_up_to(&input, 4); more; more--)
            block[81 + length++] = take_byte(&input);
    }
    while (length < MOST_BLOCK && input.size)
        block[length++] = take_byte(&input);
    request.solve = bulk_solver(CORE_SCALAR);
    check(dig_block(&request, &forms, block, length, key, start, &first, NULL, NULL) == WORK_DONE);
    request.solve = bulk_solver(some_core(core));
    check(dig_block(&request, &forms, block, length, key, start, &second, NULL, NULL) == WORK_DONE);
    size_t at = 0, records = 0;
    line_record_t record;
    line_output_t expected = {0};
    for (; line_read(&note_keys, block, length, at, &record); at = record.next, records++) {
        bool is_complete = count_clues(block + at) == 81 && keeps_rules(block + at);
        check(line_is_complete(block + at, '1') == is_complete);
        if (!is_complete)
            break;
        dig_grid_t alone = {.grid = block + at};
        stream_start(&alone.stream, key, start + records);
        check(records < first.records && records < second.records);
        request.solve = bulk_solver(CORE_SCALAR);
        check(dig(&request, &alone, 1, NULL, NULL) == WORK_DONE);
        check_same(&alone, &first.grids[records]);
        check_same(&alone, &second.grids[records]);
        write_record(&expected, &forms, block, &record, &alone, start + records + 1);
    }
    check(first.records == records && first.consumed == at);
    check(second.records == records && second.consumed == at);
    check(first.output.length == expected.length && second.output.length == expected.length);
    if (expected.length) {
        check(memcmp(first.output.text, expected.text, expected.length) == 0);
        check(memcmp(second.output.text, expected.text, expected.length) == 0);
    }
    answer_bytes(first.output.text, first.output.length);
    free(expected.text);
    dig_block_free(&first);
    dig_block_free(&second);
}
