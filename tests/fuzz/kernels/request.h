/* Requests for digging, as the binding lets them through. */
#pragma once

#include "bulk/propagate.h"
#include "dig/block.h"

#include "nine.h"

/* Take orbits: the 81 cells in any order, cut anywhere. */
static inline void take_orbits(input_t *input, dig_request_t *request)
{
    int kind = take_byte(input), turned = kind >> 2;
    request->orbits = 0;
    for (int k = 0; k < 81; k++)
        request->cells[k] = (unsigned char)((k + turned) % 81);
    for (int swaps = kind >> 6; swaps; swaps--) {
        int a = take_up_to(input, 80), b = take_up_to(input, 80);
        unsigned char swap = request->cells[a];
        request->cells[a] = request->cells[b];
        request->cells[b] = swap;
    }
    for (int at = 0; at < 81;) {
        int left = 81 - at, size = kind & 1 ? 1 : kind & 2 ? 2 : 1 + take_up_to(input, 8);
        request->first[request->orbits++] = (unsigned char)at;
        at += size < left ? size : left;
    }
    request->first[request->orbits] = 81;
}

/* Take a request without a difficulty. A number of clues that the orbits cannot make, which
 * the binding refuses, fails after all tries. */
static inline void take_request(input_t *input, dig_request_t *request)
{
    *request = (dig_request_t){0};
    take_orbits(input, request);
    int clues = take_byte(input);
    request->clues = clues < 200 ? clues % 90 : clues < 230 ? DIG_MINIMAL : DIG_ORBIT_MINIMAL;
    request->tries = 1 + take_up_to(input, 2);
    request->accepts_easier = take_byte(input) & 1;
}

/* Return the number of solutions, up to 2; -1 where that takes long. */
static inline int count_solutions(const uint8_t *cells)
{
    enum { STEPS = 200 };
    static _Thread_local bulk_search_t search;
    uint8_t solution[81];
    int found = 0, status = SEARCH_SOLUTION;
    bulk_search_start(&search, cells, NULL);
    while (found < 2 && status == SEARCH_SOLUTION) {
        status = bulk_search_next(&search, solution, STEPS - search.steps);
        found += status == SEARCH_SOLUTION;
    }
    return status == SEARCH_PAUSED ? -1 : found;
}

/* Whether two cells are emptied together. */
static inline bool is_orbit_whole(const dig_request_t *request, const uint8_t *puzzle)
{
    for (int orbit = 0; orbit < request->orbits; orbit++)
        for (int k = request->first[orbit]; k < request->first[orbit + 1]; k++)
            if ((puzzle[request->cells[k]] == '.') !=
                (puzzle[request->cells[request->first[orbit]]] == '.'))
                return false;
    return true;
}

/* Whether no clue, or no orbit of clues, can be left out, as far as that is quickly known. */
static inline bool is_minimal(const dig_request_t *request, const uint8_t *puzzle)
{
    uint8_t fewer[81];
    bool by_cells = request->clues == DIG_MINIMAL;
    for (int k = 0; k < (by_cells ? 81 : request->orbits); k++) {
        memcpy(fewer, puzzle, 81);
        if (by_cells)
            fewer[k] = '.';
        else
            dig_set_orbit(request, k, NULL, fewer);
        if (memcmp(fewer, puzzle, 81) != 0 && count_solutions(fewer) == 1)
            return false;
    }
    return true;
}

/* Check what came of a grid. */
static inline void check_dug(const dig_request_t *request, const dig_grid_t *dug)
{
    check(solves(dug->grid, dug->puzzle));
    for (int cell = 0; cell < 81; cell++)
        check(dug->puzzle[cell] == '.' || dug->puzzle[cell] == dug->grid[cell]);
    check(is_orbit_whole(request, dug->puzzle));
    int solutions = count_solutions(dug->puzzle);
    check(solutions < 0 || solutions == 1);
    check(dug->tries >= 1 && dug->tries <= request->tries);
    check(request->accepts_easier || dug->met != DIG_EASIER);
    if (request->clues < 0 || dug->met != DIG_MISSED)
        check(dug->clues == count_clues(dug->puzzle) || dug->met == DIG_EASIER);
    if (request->clues >= 0 && dug->met == DIG_MET)
        check(count_clues(dug->puzzle) == request->clues);
    if (dug->met == DIG_MET &&
        (request->clues == DIG_MINIMAL || request->clues == DIG_ORBIT_MINIMAL))
        check(is_minimal(request, dug->puzzle));
}

static inline void answer_dug(const dig_grid_t *dug)
{
    answer_bytes(dug->puzzle, 81);
    answer((uint64_t)(10 * dug->tries + dug->met));
}

/* Whether two cores have done the same. */
static inline void check_same(const dig_grid_t *a, const dig_grid_t *b)
{
    check(memcmp(a->puzzle, b->puzzle, 81) == 0 && a->met == b->met && a->clues == b->clues);
    check(memcmp(&a->stream, &b->stream, sizeof a->stream) == 0 && a->tries == b->tries);
    check(a->is_rated == b->is_rated && a->rating == b->rating && a->technique == b->technique);
}
