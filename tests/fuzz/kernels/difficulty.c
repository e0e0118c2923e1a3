/* Grids dug for any difficulty. A puzzle that meets it has the right rating by a separate call, an
 * easier one the rating reported; all are what digging promises (request.h), on every core. */
#include "rate/rate.h"

#include "request.h"

/* Digging asks after every question. */
enum { CHECKS = 600 };

static void take_difficulty(input_t *input, dig_difficulty_t *wanted)
{
    int kind = take_byte(input);
    *wanted = (dig_difficulty_t){
        .low = (int)take(input, 1 + kind % 2),
        .is_lower_bound = kind & 2,
        .is_easy = kind & 4,
        .technique = kind & 8 ? take_up_to(input, RATE_TECHNIQUE_COUNT) - 1 : -1,
        .least = kind >= 192 ? kind - 160 : 0,
    };
    wanted->high = wanted->low + (int)take(input, 1);
    wanted->stop_above = kind & 16 ? take_up_to(input, 120) : wanted->high;
    if (kind & 32) /* Usual levels; dug deep, they take the most time. */
        *wanted = (dig_difficulty_t){.low = 12,
                                     .high = 12 + kind / 8,
                                     .stop_above = 12 + kind / 8,
                                     .technique = -1,
                                     .is_easy = kind & 4};
}

/* Whether a puzzle meets the request, by the rating of the puzzle alone. */
static bool is_met(const dig_difficulty_t *wanted, const rate_result_t *found)
{
    if (wanted->is_lower_bound)
        return found->er >= wanted->low;
    return found->status == RATE_SOLVED && found->er >= wanted->low && found->er <= wanted->high &&
           (wanted->technique < 0 || wanted->technique == found->hardest);
}

static void rate_again(rate_t *rater, const dig_difficulty_t *wanted, const dig_grid_t *dug)
{
    uint8_t cells[81];
    rate_result_t found;
    for (int cell = 0; cell < 81; cell++)
        cells[cell] = dug->puzzle[cell] == '.' ? 0 : (uint8_t)(dug->puzzle[cell] - '0');
    if (rate_puzzle(rater, cells, NULL, wanted->stop_above, NULL, NULL, &found) < 0)
        return;
    check(dug->met != DIG_MET || is_met(wanted, &found));
    check(dug->met != DIG_MET || dug->clues >= wanted->least);
    if (dug->met == DIG_EASIER)
        check(found.er == dug->rating && found.hardest == dug->technique);
}

SUBJECT(difficulty)
{
    static _Thread_local rate_t *rater;
    uint8_t cells[81];
    dig_request_t request;
    dig_difficulty_t wanted;
    int core = take_byte(&input), left = CHECKS;
    if (!rater) {
        rate_prepare();
        rater = rate_new();
        check(rater != NULL);
    }
    take_request(&input, &request);
    take_difficulty(&input, &wanted);
    request.difficulty = &wanted;
    if (core & 64)
        request.clues = DIG_DEEP;
    if (core & 128)
        request.tries += 17; /* From here on tries begin near to the best so far, too. */
    take_grid(&input, cells);
    dig_grid_t first = {.grid = cells, .stream = take_stream(&input)}, second = first;
    request.solve = bulk_solver(CORE_SCALAR);
    int outcome = dig(&request, &first, 1, is_enough, &left);
    check(outcome == WORK_DONE || outcome == WORK_STOPPED);
    if (outcome != WORK_DONE)
        return;
    check_dug(&request, &first);
    answer_dug(&first);
    left = CHECKS;
    rate_set_check(rater, is_enough, &left);
    rate_again(rater, &wanted, &first);
    left = CHECKS;
    request.solve = bulk_solver(some_core(core));
    if (dig(&request, &second, 1, is_enough, &left) == WORK_DONE)
        check_same(&first, &second);
}
