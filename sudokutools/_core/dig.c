/* Digging: cells of complete grids are emptied, orbit after orbit, while the grid stays the only
 * solution. sudokutools/masking.py defines how; this file does it to many grids at once:
 *
 *     grid     orbits in random order
 *     a        [first . . . . . . .] . . . . .   together, then one by one
 *     b        [first . . . . . . .] . . . . .   together, then one by one
 *     ...      one question to the lanes for every grid, then the next question of each
 *
 * To begin with, all orbits up to FIRST_CELLS cells are emptied at once, which mostly succeeds: if
 * the puzzle that is left has one solution, so has each on the way to it, and one by one they would
 * all have been emptied, too. A single cell is tested by asking for a solution with another symbol
 * there, a larger orbit by counting solutions to two. Half of the clues that stay need no question:
 * each is the last of an unavoidable set (1.6 times as many puzzles in a second). */
#include "dig.h"

#include <stdlib.h>
#include <string.h>

#include "unavoidable.h"

#define FIRST_CELLS 35

/* Orbits that are filled again before a try that begins with the fewest clues so far. */
#define PUT_BACK 4

/* Grids side by side: enough to keep the lanes busy, few enough for the processor's cache. */
#define BATCH 1024

__extension__ typedef unsigned __int128 bits81;

/* A grid on its way to a puzzle. */
typedef struct {
    dig_grid *grid;
    stream_t stream;
    unsigned char cells[81], trial[81]; /* The clues of this try; those that are asked about. */
    unavoidable sets;                   /* Sets of the grid with the clues of this try. */
    unsigned char fewest[81];           /* The fewest so far, */
    int fewest_clues;                   /* 82: none yet. */
    unsigned char order[81];            /* The orbits to be dug, */
    bits81 later[82];                   /* and which numbers of cells those from k on can make. */
    int orbits, next, clues;
    int alone_until; /* Orbits of the order below this one are asked about one by one. */
    int asked;       /* How many orbits the question is about, */
    int last;        /* the place of the last of them in the order, */
    int after;       /* and where the digging goes on if the answer is yes. */
    int tested;      /* All cells below were tested for needless clues; -1: the try still digs. */
} digging;

static int orbit_size(const dig_request *request, int orbit)
{
    return request->first[orbit + 1] - request->first[orbit];
}

/* Give the cells of an orbit their clues back. */
static void refill(const dig_request *request, int orbit, unsigned char *cells,
                   const unsigned char *grid)
{
    for (int k = request->first[orbit]; k < request->first[orbit + 1]; k++)
        cells[request->cells[k]] = grid[request->cells[k]];
}

static void shuffle(stream_t *stream, unsigned char *items, int count)
{
    for (int last = count - 1; last > 0; last--) {
        int other = (int)stream_below(stream, (uint64_t)last + 1);
        unsigned char swap = items[last];
        items[last] = items[other];
        items[other] = swap;
    }
}

/* List the orbits that have their clues (or that have not), by their first cells. */
static int list_orbits(const dig_request *request, const unsigned char *cells, int with_clues,
                       unsigned char *list)
{
    int count = 0;
    for (int orbit = 0; orbit < request->orbits; orbit++)
        if ((cells[request->cells[request->first[orbit]]] != '.') == with_clues)
            list[count++] = (unsigned char)orbit;
    return count;
}

/* Whether it pays to know unavoidable sets: with many clues left hardly any is needed. */
static int uses_sets(const dig_request *request)
{
    return request->clues < 28;
}

/* Begin a try. */
static void begin_try(const dig_request *request, digging *d)
{
    const unsigned char *grid = d->grid->grid;
    d->grid->tries++;
    if (request->clues < 0 || d->fewest_clues > 81) {
        memcpy(d->cells, grid, 81);
        d->clues = 81;
    } else {
        unsigned char empty[81];
        memcpy(d->cells, d->fewest, 81);
        d->clues = d->fewest_clues;
        int count = list_orbits(request, d->cells, 0, empty);
        shuffle(&d->stream, empty, count);
        for (int k = 0; k < count && k < PUT_BACK; k++) {
            refill(request, empty[k], d->cells, grid);
            d->clues += orbit_size(request, empty[k]);
        }
    }
    if (uses_sets(request)) {
        unavoidable_start(&d->sets, grid);
        for (int cell = 0; cell < 81; cell++)
            if (d->cells[cell] == '.')
                unavoidable_empty(&d->sets, cell);
    }
    d->orbits = list_orbits(request, d->cells, 1, d->order);
    shuffle(&d->stream, d->order, d->orbits);
    d->later[d->orbits] = 1;
    for (int k = d->orbits - 1; k >= 0; k--)
        d->later[k] = d->later[k + 1] | d->later[k + 1] << orbit_size(request, d->order[k]);
    d->next = d->alone_until = 0;
    d->tested = -1;
}

/* Whether orbit `at` of the order may be emptied, with `clues` clues before. */
static int is_allowed(const dig_request *request, const digging *d, int at, int clues)
{
    if (request->clues < 0)
        return 1;
    int left = clues - orbit_size(request, d->order[at]) - request->clues;
    return left >= 0 && (d->later[at + 1] >> left & 1);
}

/* Whether an orbit has a clue that is known to be needed. */
static int is_needed(const dig_request *request, const unavoidable *sets, int orbit)
{
    for (int k = request->first[orbit]; uses_sets(request) && k < request->first[orbit + 1]; k++)
        if (unavoidable_needs(sets, request->cells[k]))
            return 1;
    return 0;
}

/* Ask whether the next orbits can be emptied together. 0: none is left. */
static int ask_orbits(const dig_request *request, digging *d, bulk_job *job)
{
    int clues = d->clues, at = d->next;
    int together = at == 0 && d->alone_until == 0 ? FIRST_CELLS : 1;
    unavoidable after; /* The sets when the orbits before are empty. */
    const unavoidable *sets = &d->sets;
    d->asked = 0;
    memcpy(d->trial, d->cells, 81);
    for (; at < d->orbits && clues != request->clues; at++) {
        int orbit = d->order[at], size = orbit_size(request, orbit);
        if (d->asked && d->clues - clues + size > together)
            break;
        if (!is_allowed(request, d, at, clues) || is_needed(request, sets, orbit))
            continue;
        int looks_ahead = together > 1 && uses_sets(request);
        if (looks_ahead && !d->asked) {
            after = d->sets;
            sets = &after;
        }
        for (int k = request->first[orbit]; k < request->first[orbit + 1]; k++) {
            d->trial[request->cells[k]] = '.';
            if (looks_ahead)
                unavoidable_empty(&after, request->cells[k]);
        }
        clues -= size;
        d->last = at;
        d->asked++;
    }
    d->after = at;
    if (d->clues - clues == 1) {
        int cell = request->cells[request->first[d->order[d->last]]];
        *job = (bulk_job){.cells = d->cells,
                          .known = d->grid->grid,
                          .limit = 1,
                          .removed = (int16_t)(9 * cell + d->cells[cell] - '1')};
    } else {
        *job = (bulk_job){
            .cells = d->trial, .known = d->grid->grid, .limit = 2, .removed = -1};
    }
    return d->asked > 0;
}

/* Ask whether the next clue is needless. 0: none is left. */
static int ask_clue(digging *d, bulk_job *job)
{
    while (d->tested < 81 && d->cells[d->tested] == '.')
        d->tested++;
    if (d->tested == 81)
        return 0;
    *job = (bulk_job){.cells = d->cells,
                          .known = d->grid->grid,
                      .limit = 1,
                      .removed = (int16_t)(9 * d->tested + d->cells[d->tested] - '1')};
    return 1;
}

/* End a try; 1: the request is met, or the tries are used up, else the next one is begun. */
static int end_try(const dig_request *request, digging *d, int is_met)
{
    dig_grid *grid = d->grid;
    if (d->clues <= d->fewest_clues) {
        memcpy(d->fewest, d->cells, 81);
        d->fewest_clues = d->clues;
    }
    if (!is_met && grid->tries < request->tries) {
        begin_try(request, d);
        return 0;
    }
    grid->met = is_met;
    grid->clues = request->clues < 0 ? d->clues : d->fewest_clues;
    memcpy(grid->puzzle, d->cells, 81);
    return 1;
}

/* Put the next question of a grid into `job`. 0: the grid is done. */
static int ask(const dig_request *request, digging *d, bulk_job *job)
{
    for (;;) {
        if (d->tested < 0 && ask_orbits(request, d, job))
            return 1;
        int is_met = d->clues == request->clues;
        if (request->clues < 0) {
            /* Where every orbit is a cell, a clue that is left has been tested. */
            if (d->tested < 0)
                d->tested = request->orbits == 81 ? 81 : 0;
            if (ask_clue(d, job))
                return 1;
            is_met = 1;
        }
        if (end_try(request, d, is_met))
            return 0;
    }
}

/* Take the answer to the question. 0: the grid is done. */
static int take_answer(const dig_request *request, digging *d, const bulk_job *job)
{
    if (d->tested >= 0) {
        d->tested++;
        return job->count || !end_try(request, d, 0);
    }
    if (job->count == (job->removed < 0)) {
        for (int cell = 0; cell < 81; cell++)
            if (d->cells[cell] != d->trial[cell]) {
                d->cells[cell] = '.';
                if (uses_sets(request))
                    unavoidable_empty(&d->sets, cell);
                d->clues--;
            }
        d->next = d->after;
    } else if (d->asked > 1) {
        d->alone_until = d->after;
    } else {
        /* Orbits behind it may have seemed to be needed only because it was empty. */
        d->next = d->last + 1;
    }
    return 1;
}

/* Dig at most BATCH grids. */
static int dig_batch(const dig_request *request, dig_grid *grids, size_t count, digging *digs,
                     bulk_job *jobs, bulk_check *check, void *context)
{
    uint32_t active[BATCH];
    for (size_t k = 0; k < count; k++) {
        grids[k].tries = 0;
        digs[k].grid = &grids[k];
        digs[k].fewest_clues = 82;
        stream_start(&digs[k].stream, request->key, grids[k].record);
        begin_try(request, &digs[k]);
        active[k] = (uint32_t)k;
    }
    while (count) {
        size_t asked = 0;
        for (size_t k = 0; k < count; k++)
            if (ask(request, &digs[active[k]], &jobs[asked]))
                active[asked++] = active[k];
        int result = request->solve(jobs, asked, check, context);
        if (result != BULK_DONE)
            return result;
        count = 0;
        for (size_t k = 0; k < asked; k++)
            if (take_answer(request, &digs[active[k]], &jobs[k]))
                active[count++] = active[k];
        if (check && check(context))
            return BULK_STOPPED;
    }
    return BULK_DONE;
}

int dig(const dig_request *request, dig_grid *grids, size_t count, bulk_check *check,
        void *context)
{
    digging *digs = malloc(BATCH * sizeof *digs);
    bulk_job *jobs = malloc(BATCH * sizeof *jobs);
    int result = digs && jobs ? BULK_DONE : BULK_NO_MEMORY;
    for (size_t at = 0; result == BULK_DONE && at < count; at += BATCH) {
        size_t left = count - at;
        result = dig_batch(request, grids + at, left < BATCH ? left : BATCH, digs, jobs, check,
                           context);
    }
    free(digs);
    free(jobs);
    return result;
}
