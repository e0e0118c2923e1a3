/* Blocks of `line` records, complete grids, made into puzzles and written in one go. */
#pragma once

#include "bulk/block.h"
#include "dig/dig.h"

/* How a puzzle is written, and the replacement if the request was missed; see lines.h. The
 * puzzle is the puzzle made, the solution the grid. */
typedef struct {
    const unsigned char *met, *missed;
    size_t met_length, missed_length;
    const line_keys_t *keys; /* Notes with one of them end the block. */
    unsigned char empty;
} dig_forms_t;

typedef struct {
    size_t records, consumed; /* Records that were dug, and their bytes. */
    bulk_answer_t read;       /* Their places; only `line` is of meaning. */
    dig_grid_t *grids;
    line_output_t output;
} dig_answer_t;

/* Read the records of a block up to the first that is not a valid complete grid, dig and
 * write them; record k has the stream (key, start + k). WORK_DONE, WORK_NO_MEMORY or WORK_STOPPED;
 * the answer is to be freed whatever comes. */
int dig_block(const dig_request_t *request, const dig_forms_t *forms, const unsigned char *block,
              size_t length, const uint64_t key[4], uint64_t start, dig_answer_t *answer,
              check_t *check, void *context);

void dig_block_free(dig_answer_t *answer);
