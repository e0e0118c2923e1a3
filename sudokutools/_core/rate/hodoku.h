/* The ladder of HoDoKu up to XYZ-Wing, which is enough for most puzzles.
 *
 * sudokutools/logic/hodoku/ is the readable twin, with all techniques: where these lead no further
 * it finds a step, and the kernel continues. Techniques are numbered by their rows in
 * techniques.tsv there. */
#pragma once

#include "rate/rate.h"

enum { HODOKU_TECHNIQUES = 57 };

typedef struct {
    int32_t status; /* RATE_SOLVED, RATE_STUCK, RATE_INVALID or WORK_STOPPED. */
    int32_t steps;
    uint16_t uses[HODOKU_TECHNIQUES], first[HODOKU_TECHNIQUES]; /* The first step of each, or 0. */
    uint16_t candidates[81];                                    /* Where the steps lead, */
    uint8_t cells[81];                                          /* with the clues, */
    uint8_t places[9][16];                                      /* and by digit, as boards. */
} hodoku_result_t;

/* Take steps until none is left. Any grid is safe. The result belongs to the rater. */
const hodoku_result_t *hodoku_puzzle(rate_t *rater, const uint8_t cells[81]);

/* Go on behind a step of a technique, which filled cells of the last position or removed candidates. */
const hodoku_result_t *hodoku_resume(rate_t *rater, int technique, const uint8_t cells[81],
                                     const uint16_t candidates[81]);
