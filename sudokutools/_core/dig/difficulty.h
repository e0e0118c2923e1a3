/* Whether a puzzle is as hard as requested; puzzles that are too hard are made easier. */
#pragma once

#include "dig/request.h"
#include "rate/rate.h"
#include "streams.h"

/* The hardest of the puzzles that were too easy. */
typedef struct {
    bool is_rated;         /* Whether any puzzle was rated. */
    int rating, technique; /* -1: none was too easy. */
    unsigned char puzzle[81];
} difficulty_nearest_t;

/* How a puzzle compares; below 0 it was not rated: WORK_STOPPED or WORK_NO_MEMORY. */
enum { DIFFICULTY_MET, DIFFICULTY_EASIER, DIFFICULTY_HARDER };

/* Compare a puzzle (81 characters, a dot is an empty cell) that has one solution with the request,
 * and keep it in `nearest` if none so far came nearer from below. */
int difficulty_compare(const dig_difficulty_t *wanted, rate_t *rater,
                       const unsigned char puzzle[81], difficulty_nearest_t *nearest);

/* The same for a puzzle whose empty orbits, in the order in which they were emptied, are
 * `emptied`: if it is too hard, some of them get their clues back. */
int difficulty_fit(const dig_request_t *request, rate_t *rater, stream_t *stream,
                   const unsigned char grid[81], const unsigned char *emptied, int count,
                   unsigned char puzzle[81], difficulty_nearest_t *nearest);
