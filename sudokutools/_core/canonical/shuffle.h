/* Random equivalents of all grids of a record together. */
#pragma once

#include "lines.h"

/* What is asked of every record of a block. */
typedef struct {
    uint64_t key[4];
    const line_keys_t *keys; /* Notes with one of them end a block of `line` records. */
    uint64_t first;          /* the number of the stream of the first copy of the first record */
    uint32_t copies;         /* of every record */
    unsigned char separator; /* of the fields of a row; 0: `line` records, written without notes */
    uint32_t columns, place; /* the number of fields of a row, and the index of one with a grid */
    unsigned char empty;     /* the sign of an empty cell; 0: as it was read */
} shuffle_request_t;

/* The answer; free(output.text) belongs to the caller. */
typedef struct {
    line_output_t output;
    size_t records, consumed; /* records that were read, and their bytes */
} shuffle_answer_t;

/* Read the records of a block up to the first that is not plain and write copies of them. All
 * grids of a row get the same random symmetry, with the draws of canonical/form.py; other fields
 * stay, and the number of the copy follows if there are several. A row is plain if it has
 * neither quotes nor control characters nor rules, `columns` fields, and a grid at `place`.
 * WORK_DONE, WORK_NO_MEMORY or WORK_STOPPED. */
int shuffle_block(const unsigned char *block, size_t length, const shuffle_request_t *request,
                  shuffle_answer_t *answer, check_t *check, void *context);
