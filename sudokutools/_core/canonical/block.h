/* Blocks of `line` records, brought to their canonical forms in one go. */
#pragma once

#include "bulk/block.h"
#include "canonical/form.h"

typedef struct {
    bulk_answer_t read;
    uint32_t *automorphisms; /* of each record; 0: it breaks the rules */
    uint8_t *output;         /* a line for each record, empty where it breaks the rules */
    size_t length;
} canonical_answer_t;

/* Read the records of a block up to the first line that is not plain (lines.h) and write their
 * canonical forms. WORK_DONE, WORK_NO_MEMORY or WORK_STOPPED; the answer is to be
 * freed whatever comes. */
int canonical_block(core_t core, const line_keys_t *keys, const uint8_t *block, size_t length,
                    uint8_t empty, canonical_answer_t *answer, check_t *check, void *context);

void canonical_block_free(canonical_answer_t *answer);
