/* Digging as sudokutools/masking/dig.py defines it, one grid, one orbit and one question at a time:
 * an oracle for the puzzle of a grid, to the last draw of its stream. */
#pragma once

#include "rate/rate.h"

#include "request.h"

enum { PLAIN_PUT_BACK = 4, PLAIN_FRESH_TRIES = 16, PLAIN_PAIRS = 4 };

typedef struct {
    const dig_request_t *request;
    rate_t *rater; /* NULL without a difficulty. */
    dig_grid_t *grid;
    uint8_t cells[81], fewest[81], hardest[81];
    int fewest_clues;        /* 82: none yet. */
    uint8_t emptied[81 + 4]; /* Orbits, in the order in which they were emptied, */
    int count;               /* and how many. */
    bool is_unknown;         /* Whether anything took too long. */
} plain_dig_t;

static inline int plain_size(const dig_request_t *request, int orbit)
{
    return request->first[orbit + 1] - request->first[orbit];
}

static inline void plain_set(plain_dig_t *d, int orbit, bool is_filled)
{
    dig_set_orbit(d->request, orbit, is_filled ? d->grid->grid : NULL, d->cells);
}

/* List the orbits that have their clues, or have not, in random order; return how many. */
static inline int plain_orbits(plain_dig_t *d, bool with_clues, uint8_t list[81])
{
    int count = 0;
    for (int orbit = 0; orbit < d->request->orbits; orbit++)
        if ((d->cells[d->request->cells[d->request->first[orbit]]] != '.') == with_clues)
            list[count++] = (uint8_t)orbit;
    for (int last = count - 1; last > 0; last--) {
        int other = (int)stream_below(&d->grid->stream, (uint64_t)last + 1);
        uint8_t swap = list[last];
        list[last] = list[other];
        list[other] = swap;
    }
    return count;
}

/* Whether the cells have one solution. */
static inline bool plain_is_unique(plain_dig_t *d, const uint8_t *cells)
{
    int solutions = count_solutions(cells);
    d->is_unknown |= solutions < 0;
    return solutions == 1;
}

/* Dig all orbits, or down to a number of clues; return the clues. */
static inline int plain_go(plain_dig_t *d)
{
    bool sums[82][82] = {{false}}; /* Whether the orbits from k on can make a number of cells. */
    uint8_t order[81];
    int orbits = plain_orbits(d, true, order), clues = count_clues(d->cells);
    const int target = d->request->clues;
    sums[orbits][0] = true;
    for (int k = orbits - 1; k >= 0; k--)
        for (int sum = 0, size = plain_size(d->request, order[k]); sum <= 81; sum++)
            sums[k][sum] = sums[k + 1][sum] || (sum >= size && sums[k + 1][sum - size]);
    for (int k = 0; k < orbits && clues != target && !d->is_unknown; k++) {
        int left = clues - plain_size(d->request, order[k]) - target;
        if (target >= 0 && (left < 0 || !sums[k + 1][left]))
            continue;
        plain_set(d, order[k], false);
        if (plain_is_unique(d, d->cells)) {
            d->emptied[d->count++] = order[k];
            clues = count_clues(d->cells);
        } else {
            plain_set(d, order[k], true);
        }
    }
    return clues;
}

/* Compare the puzzle with the requested difficulty: -1 too easy, 1 too hard. */
static inline int plain_compare(plain_dig_t *d)
{
    const dig_difficulty_t *wanted = d->request->difficulty;
    uint8_t cells[81];
    rate_result_t found;
    for (int cell = 0; cell < 81; cell++)
        cells[cell] = d->cells[cell] == '.' ? 0 : (uint8_t)(d->cells[cell] - '0');
    int status = rate_puzzle(d->rater, cells, NULL, wanted->stop_above, NULL, NULL, &found);
    d->is_unknown |= status < 0;
    d->grid->is_rated = true;
    bool is_low = found.er < wanted->low,
         is_high = status != RATE_SOLVED || found.er > wanted->high;
    bool is_other = wanted->technique >= 0 && found.hardest != wanted->technique;
    int verdict = wanted->is_lower_bound ? -is_low
                  : is_high              ? 1
                  : is_other             ? (found.hardest > wanted->technique) * 2 - 1
                                         : -is_low;
    if (status == RATE_SOLVED && verdict < 0 && found.er >= d->grid->rating) {
        d->grid->rating = found.er;
        d->grid->technique = found.hardest;
        memcpy(d->hardest, d->cells, 81);
    }
    return verdict;
}

/* Try the clues of pairs of orbits. */
static inline int plain_pairs(plain_dig_t *d)
{
    int verdict = 1;
    for (int k = 0; k < PLAIN_PAIRS && d->count > 1 && verdict && !d->is_unknown; k++) {
        int pair[2];
        pair[0] = (int)stream_below(&d->grid->stream, (uint64_t)d->count);
        pair[1] = (int)stream_below(&d->grid->stream, (uint64_t)d->count - 1);
        pair[1] += pair[1] >= pair[0];
        for (int side = 0; side < 2; side++)
            plain_set(d, d->emptied[pair[side]], true);
        verdict = plain_compare(d);
        for (int side = 0; side < 2 && verdict; side++)
            plain_set(d, d->emptied[pair[side]], false);
    }
    return verdict;
}

/* Fill the last of the orbits so that the puzzle is not too hard. */
static inline int plain_bisect(plain_dig_t *d)
{
    int enough = 0, too_many = d->count, of_enough = -1;
    for (bool is_last = false; !is_last && !d->is_unknown;) {
        is_last = too_many - enough <= 1;
        int middle = is_last ? enough : (enough + too_many) / 2;
        for (int k = 0; k < d->count; k++)
            plain_set(d, d->emptied[k], k >= middle);
        if (is_last)
            break;
        int verdict = plain_compare(d);
        of_enough = verdict > 0 ? of_enough : verdict;
        *(verdict > 0 ? &too_many : &enough) = middle;
    }
    return of_enough;
}

/* Begin with the complete grid, or near to a puzzle: some of its empty orbits get their clues back.
 * */
static inline void plain_begin(plain_dig_t *d, const uint8_t *near)
{
    uint8_t empty[81];
    memcpy(d->cells, near ? near : d->grid->grid, 81);
    d->count = 0;
    for (int k = 0, count = near ? plain_orbits(d, false, empty) : 0; k < count; k++)
        if (k < PLAIN_PUT_BACK)
            plain_set(d, empty[k], true);
        else
            d->emptied[d->count++] = empty[k];
}

/* Whether a single clue is needless, where orbits are emptied together. */
static inline bool plain_has_needless(plain_dig_t *d)
{
    uint8_t fewer[81];
    for (int cell = 0; cell < 81 && d->request->orbits < 81; cell++) {
        memcpy(fewer, d->cells, 81);
        fewer[cell] = '.';
        if (d->cells[cell] != '.' && plain_is_unique(d, fewer))
            return true;
    }
    return false;
}

/* Try once; return whether the request is met. */
static inline bool plain_try(plain_dig_t *d)
{
    const dig_request_t *request = d->request;
    bool is_deep = request->clues == DIG_DEEP;
    bool is_near = is_deep ? d->grid->tries > PLAIN_FRESH_TRIES && d->grid->tries % 2 == 0 &&
                                 d->grid->rating >= 0
                           : request->clues >= 0 && d->fewest_clues < 82;
    plain_begin(d, is_near ? is_deep ? d->hardest : d->fewest : NULL);
    int clues = plain_go(d);
    if (clues <= d->fewest_clues) {
        d->fewest_clues = clues;
        memcpy(d->fewest, d->cells, 81);
    }
    if ((request->clues >= 0 && clues != request->clues) ||
        (request->clues == DIG_MINIMAL && plain_has_needless(d)))
        return false;
    int verdict = request->difficulty && !d->is_unknown ? plain_compare(d) : 0;
    if (verdict > 0 && is_deep && !d->is_unknown)
        verdict = request->difficulty->is_easy ? plain_bisect(d) : plain_pairs(d);
    return verdict == 0;
}

/* Dig a grid. False: it takes too long. */
static inline bool plain_dig(const dig_request_t *request, rate_t *rater, dig_grid_t *grid)
{
    plain_dig_t d = {.request = request, .rater = rater, .grid = grid, .fewest_clues = 82};
    bool is_met = false;
    grid->rating = grid->technique = -1;
    grid->is_rated = false;
    for (grid->tries = 0; !is_met && grid->tries < request->tries && !d.is_unknown;) {
        grid->tries++;
        is_met = plain_try(&d);
    }
    grid->met = is_met ? DIG_MET : DIG_MISSED;
    if (!is_met && request->accepts_easier && grid->rating >= 0) {
        grid->met = DIG_EASIER;
        memcpy(d.cells, d.hardest, 81);
    }
    grid->clues = request->clues < 0 ? count_clues(d.cells) : d.fewest_clues;
    memcpy(grid->puzzle, d.cells, 81);
    return !d.is_unknown;
}
