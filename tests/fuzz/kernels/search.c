/* The search for one puzzle, in the fixed order or in a random one. Solutions are complete, keep
 * the rules, have the clues and differ; in pieces of few steps the same come in the same order, and
 * the stream ends in the same state. */
#include "bulk/propagate.h"

#include "nine.h"

enum { MOST_STEPS = 40, MOST_FOUND = 20 };

/* What some steps give. */
typedef struct {
    uint8_t solution[MOST_FOUND][81];
    int count, status;
} found_t;

/* Find solutions with at most MOST_STEPS steps, in pieces of `piece` steps. */
static void find(bulk_search_t *search, uint64_t piece, found_t *found)
{
    found->count = 0;
    found->status = SEARCH_SOLUTION;
    while (found->status != SEARCH_NONE && found->count < MOST_FOUND &&
           search->steps < MOST_STEPS) {
        uint64_t left = MOST_STEPS - search->steps;
        found->status =
            bulk_search_next(search, found->solution[found->count], piece < left ? piece : left);
        found->count += found->status == SEARCH_SOLUTION;
    }
}

SUBJECT(search)
{
    static _Thread_local bulk_search_t whole, pieces;
    static _Thread_local found_t first, second;
    int kind = take_byte(&input);
    stream_t stream = take_stream(&input);
    uint8_t cells[81];
    if (kind & 1) {
        take_grid(&input, cells);
        take_clues(&input, cells);
    }
    for (int k = 0; k < (kind & 1 ? kind >> 5 : 81); k++) {
        int cell = kind & 1 ? take_up_to(&input, 80) : k;
        cells[cell] = take_byte(&input);
    }
    bulk_search_start(&whole, cells, kind & 2 ? &stream : NULL);
    bulk_search_start(&pieces, cells, kind & 2 ? &stream : NULL);
    find(&whole, UINT64_MAX, &first);
    find(&pieces, 1 + (uint64_t)(kind >> 2 & 7), &second);
    check(first.count == second.count && whole.steps == pieces.steps);
    check(memcmp(&whole.stream, &pieces.stream, sizeof stream) == 0);
    answer_bytes(first.solution, 81 * (size_t)first.count);
    for (int k = 0; k < first.count; k++) {
        check(memcmp(first.solution[k], second.solution[k], 81) == 0);
        check(solves(first.solution[k], cells));
        for (int other = 0; other < k; other++)
            check(memcmp(first.solution[k], first.solution[other], 81) != 0);
    }
    if (first.status == SEARCH_NONE)
        check(bulk_search_next(&whole, first.solution[0], UINT64_MAX) == SEARCH_NONE);
}
