/* Blocks of `line` records, solved and written in one go. */
#pragma once

#include "bulk/bulk.h"
#include "lines.h"
#include "streams.h"

enum {
    BULK_NONE = 0,     /* no solution */
    BULK_UNIQUE = 1,   /* exactly one */
    BULK_SEVERAL = 2,  /* two or more */
    BULK_COMPLETE = 3, /* exactly one, and no cell was empty */
    BULK_NEEDLESS = 4, /* exactly one, and one of the clues is needless (if that was asked) */
    BULK_STATUSES = 5,
    BULK_MORE = 5, /* A form only: several, as many as the limit. */
    BULK_FORMS = 6
};

typedef struct {
    bulk_solver_t *solve;
    const line_keys_t *keys; /* Notes with one of them end the block. */
    uint64_t limit;          /* Count no further; with 1, BULK_UNIQUE means solvable; with 0, that
                                no clues clash. */
    bool minimal;            /* Look for needless clues. */
    const uint64_t *key; /* Where there are several solutions take the first of the random order */
                         /* of the record's stream; NULL: of the order of propagate.py. */
    uint64_t start;      /* The number of the first record's stream. */
    uint64_t number;     /* The number of the first record in forms. */
    const unsigned char *form[BULK_FORMS]; /* How each status is written; see lines.h. */
    size_t form_length[BULK_FORMS];
    unsigned char empty;
} bulk_plan_t;

/* The answer; free with bulk_block_free(). */
typedef struct {
    size_t records, consumed; /* Records that were read, and their bytes. */
    line_record_t *line;      /* For each record its place, */
    unsigned char *status;    /* and its status. */
    unsigned char *objects;   /* The cells of objects; NULL: there are none. */
    line_output_t output;
} bulk_answer_t;

/* Read the records of a block up to the first line that is not plain, or to an object with another
 * solution than one that is written; solve and write them.
 * WORK_DONE, WORK_NO_MEMORY or WORK_STOPPED; the answer is to be freed whatever comes. */
int bulk_block_solve(const bulk_plan_t *plan, const unsigned char *block, size_t length,
                     bulk_answer_t *answer, check_t *check, void *context);

/* Return the cells of a record. */
static inline const unsigned char *bulk_cells(const bulk_answer_t *answer,
                                              const unsigned char *block, size_t record)
{
    const line_record_t *line = &answer->line[record];
    return line->is_object ? answer->objects + OBJECT_SCRATCH * record : block + line->start;
}

void bulk_block_free(bulk_answer_t *answer);

/* Read the plain records at the beginning of a block. WORK_DONE or WORK_NO_MEMORY. */
int bulk_block_read(const line_keys_t *keys, const unsigned char *block, size_t length,
                    bulk_answer_t *answer);
