/* Digging: cells of complete grids are emptied, orbit after orbit, while the grid stays the only
 * solution. sudokutools/masking/dig.py defines how; this file does it to many grids at once:
 *
 *     grid     orbits in random order
 *     a        [. . . . . . . .] [. .] . . . .   together, then one by one
 *     b        [. . . . . . . .] [. .] . . . .   together, then one by one
 *     ...      one question to the lanes for every grid, then the next question of each;
 *              the place of a grid that is done is taken by the next
 *
 * With many clues several orbits are emptied at once, which mostly succeeds: if the puzzle that is
 * left has one solution, so has each on the way to it, and one by one they would all have been
 * emptied, too. If not, half of them are asked about, and so on down to the first that cannot be
 * emptied. A single cell is tested by asking for a solution with another symbol there, more by
 * counting solutions to two. Half of the clues that stay need no question: each is the last of an
 * unavoidable set. */
#include "dig/dig.h"

#include "bulk/unavoidable.h"
#include "dig/difficulty.h"

#include <stdlib.h>
#include <string.h>

/* Down to this number of clues, most cells of the complete grid can be emptied at once. */
#define MANY_CLUES 46

/* With more clues hardly any is needed. */
#define FEW_CLUES 65

/* Orbits that are filled again before a try that begins near to a puzzle. */
#define PUT_BACK 4

/* Tries for a difficulty that all begin with the complete grid; then every other one does. */
#define FRESH_TRIES 16

/* Grids side by side: enough to keep the lanes busy, few enough for the processor's cache. */
#define PLACES 256

__extension__ typedef unsigned __int128 bits81_t;

typedef struct {
    dig_grid_t *grid;
    unsigned char cells[81]; /* The clues of this try, without the cells in question. */
    unsigned char order[81]; /* The orbits to be dug. */
    bool is_done;
    int orbits, next, clues;
    int asked;        /* How many orbits the question is about, */
    int last, after;  /* the last of them, and where digging continues if they can be emptied. */
    int suspects;     /* If not 0: of this many next orbits it is known that not all can */
    int last_suspect; /* be emptied, and this is the last. */
    int tested;       /* All cells below were tested for needless clues; -1: the try still digs. */
    unavoidable_clues_t left; /* Those in `cells`. */
    unavoidable_t sets;
    unsigned char fewest[81]; /* The fewest so far, */
    int fewest_clues;         /* 82: none yet. */
    unsigned char empty[81];  /* The orbits that were empty before the try, */
    int empty_orbits;         /* and how many; the first PUT_BACK have got their clues back. */
    difficulty_nearest_t nearest;
    bits81_t later[82]; /* Which numbers of cells the orbits from k on can make; unused if each is a
                           cell. */
} digging_t;

/* Grids that wait for a place, and what all need. */
typedef struct {
    const dig_request_t *request;
    rate_t *rater; /* NULL without a difficulty. */
    dig_grid_t *next, *end;
    int result; /* WORK_STOPPED or WORK_NO_MEMORY as soon as that is so. */
} dig_queue_t;

static int orbit_size(const dig_request_t *request, int orbit)
{
    return request->first[orbit + 1] - request->first[orbit];
}

static bool is_by_cells(const dig_request_t *request)
{
    return request->first[request->orbits] == request->orbits;
}

/* List the orbits that have their clues (or that have not), by their first cells. */
static int list_orbits(const dig_request_t *request, const unsigned char *cells, bool with_clues,
                       unsigned char *list)
{
    int count = 0;
    for (int orbit = 0; orbit < request->orbits; orbit++)
        if ((cells[request->cells[request->first[orbit]]] != '.') == with_clues)
            list[count++] = (unsigned char)orbit;
    return count;
}

/* The number of clues that digging does not go below. */
static int least_clues(const dig_request_t *request)
{
    if (request->clues >= 0)
        return request->clues;
    return request->difficulty ? request->difficulty->least : 0;
}

/* Whether it pays to know unavoidable sets: with many clues left hardly any is needed. */
static bool uses_sets(const dig_request_t *request) { return least_clues(request) < 28; }

/* The puzzle that a try begins near to; NULL: with the complete grid. */
static const unsigned char *beginning(const dig_request_t *request, const digging_t *d)
{
    if (request->clues >= 0)
        return d->fewest_clues <= 81 ? d->fewest : NULL;
    bool is_near = request->clues == DIG_DEEP && d->grid->tries > FRESH_TRIES &&
                   d->grid->tries % 2 == 0 && d->nearest.rating >= 0;
    return is_near ? d->nearest.puzzle : NULL;
}

static void begin_try(const dig_request_t *request, digging_t *d)
{
    const unsigned char *grid = d->grid->grid;
    d->grid->tries++;
    const unsigned char *puzzle = beginning(request, d);
    memcpy(d->cells, puzzle ? puzzle : grid, 81);
    d->empty_orbits = list_orbits(request, d->cells, false, d->empty);
    if (puzzle)
        stream_shuffle(&d->grid->stream, d->empty, d->empty_orbits);
    for (int k = 0; k < d->empty_orbits && k < PUT_BACK; k++)
        dig_set_orbit(request, d->empty[k], grid, d->cells);
    d->clues = 0;
    for (int cell = 0; cell < 81; cell++)
        d->clues += d->cells[cell] != '.';
    if (uses_sets(request))
        unavoidable_start(&d->sets, &d->left, d->cells);
    d->orbits = list_orbits(request, d->cells, true, d->order);
    stream_shuffle(&d->grid->stream, d->order, d->orbits);
    d->later[d->orbits] = 1;
    for (int k = d->orbits - 1; k >= 0 && !is_by_cells(request); k--)
        d->later[k] = d->later[k + 1] | d->later[k + 1] << orbit_size(request, d->order[k]);
    d->next = 0;
    d->suspects = 0;
    d->tested = -1;
}

/* Whether orbit `at` of the order may be emptied, with `clues` clues before. */
static bool is_allowed(const dig_request_t *request, const digging_t *d, int at, int clues)
{
    int left = clues - orbit_size(request, d->order[at]) - least_clues(request);
    if (request->clues < 0)
        return left >= 0;
    if (is_by_cells(request))
        return left >= 0 && left < d->orbits - at;
    return left >= 0 && (d->later[at + 1] >> left & 1);
}

/* Whether an orbit has a clue that is known to be needed. */
static bool is_needed(const dig_request_t *request, const digging_t *d, int orbit)
{
    for (int k = request->first[orbit]; uses_sets(request) && k < request->first[orbit + 1]; k++)
        if (unavoidable_needs(&d->sets, &d->left, request->cells[k]))
            return true;
    return false;
}

/* Empty an orbit, or give it its clues back. */
static void toggle_orbit(const dig_request_t *request, digging_t *d, int orbit, bool is_emptied)
{
    dig_set_orbit(request, orbit, is_emptied ? NULL : d->grid->grid, d->cells);
    for (int k = request->first[orbit]; uses_sets(request) && k < request->first[orbit + 1]; k++)
        unavoidable_toggle(&d->sets, &d->left, request->cells[k]);
    int size = orbit_size(request, orbit);
    d->clues += is_emptied ? -size : size;
}

/* How many cells to ask about together: the fewer clues, the likelier is one of them needed. */
static int cells_together(int clues)
{
    if (clues > MANY_CLUES)
        return clues - MANY_CLUES;
    return clues > 41 ? (clues - 38) / 2 : 1;
}

/* Ask whether the next orbits can be emptied. False: none is left. */
static bool ask_orbits(const dig_request_t *request, digging_t *d, bulk_job_t *job)
{
    int most = d->suspects ? d->suspects / 2 : 81,
        cells = d->suspects ? 81 : cells_together(d->clues);
    int least = least_clues(request), before = d->clues, at = d->next, orbit = 0;
    d->asked = 0;
    for (; at < d->orbits && d->clues != least; at++) {
        int next = d->order[at], size = orbit_size(request, next);
        if (d->asked && (d->asked == most || before - d->clues + size > cells))
            break;
        if (!is_allowed(request, d, at, d->clues) ||
            (d->clues <= FEW_CLUES && is_needed(request, d, next)))
            continue;
        orbit = next;
        toggle_orbit(request, d, orbit, true);
        d->asked++;
        d->last = at;
    }
    d->after = at;
    *job = (bulk_job_t){.cells = d->cells, .limit = 2, .removed = -1};
    if (before - d->clues == 1) {
        int cell = request->cells[request->first[orbit]];
        job->limit = 1;
        job->removed = (int16_t)(9 * cell + d->grid->grid[cell] - '1');
    }
    return d->asked > 0;
}

static void take_orbits(const dig_request_t *request, digging_t *d, bool is_yes)
{
    if (is_yes) {
        d->next = d->after;
        d->suspects -= d->suspects ? d->asked : 0;
    } else {
        for (int at = d->next; at <= d->last; at++)
            if (d->cells[request->cells[request->first[d->order[at]]]] == '.')
                toggle_orbit(request, d, d->order[at], false);
        d->suspects = d->asked;
        d->last_suspect = d->last;
    }
    if (d->suspects == 1) {
        d->next = d->last_suspect + 1;
        d->suspects = 0;
    }
}

/* Ask whether the next clue is needless. False: none is left. */
static bool ask_clue(digging_t *d, bulk_job_t *job)
{
    while (d->tested < 81 && d->cells[d->tested] == '.')
        d->tested++;
    if (d->tested == 81)
        return false;
    *job = (bulk_job_t){.cells = d->cells,
                        .limit = 1,
                        .removed = (int16_t)(9 * d->tested + d->cells[d->tested] - '1')};
    return true;
}

/* Whether the puzzle of a try is as hard as requested; it may be made easier. */
static bool fits(dig_queue_t *queue, digging_t *d)
{
    const dig_request_t *request = queue->request;
    const unsigned char *grid = d->grid->grid;
    int verdict;
    if (!request->difficulty)
        return true;
    if (request->clues == DIG_DEEP) {
        unsigned char emptied[81];
        int count = 0;
        for (int k = PUT_BACK; k < d->empty_orbits; k++)
            emptied[count++] = d->empty[k];
        for (int k = 0; k < d->orbits; k++)
            if (d->cells[request->cells[request->first[d->order[k]]]] == '.')
                emptied[count++] = d->order[k];
        verdict = difficulty_fit(request, queue->rater, &d->grid->stream, grid, emptied, count,
                                 d->cells, &d->nearest);
    } else {
        verdict = difficulty_compare(request->difficulty, queue->rater, d->cells, &d->nearest);
    }
    if (verdict < 0)
        queue->result = verdict;
    return verdict == DIFFICULTY_MET;
}

/* End a try: the grid is done after the last one or if the request is met, else begin the next. */
static void end_try(dig_queue_t *queue, digging_t *d, bool is_met)
{
    const dig_request_t *request = queue->request;
    dig_grid_t *grid = d->grid;
    if (d->clues <= d->fewest_clues) {
        memcpy(d->fewest, d->cells, 81);
        d->fewest_clues = d->clues;
    }
    is_met = is_met && fits(queue, d);
    if (!is_met && grid->tries < request->tries) {
        begin_try(request, d);
        return;
    }
    d->is_done = true;
    grid->met = is_met ? DIG_MET : DIG_MISSED;
    grid->is_rated = d->nearest.is_rated;
    grid->rating = d->nearest.rating;
    grid->technique = d->nearest.technique;
    if (!is_met && request->accepts_easier && grid->rating >= 0) {
        grid->met = DIG_EASIER;
        memcpy(d->cells, d->nearest.puzzle, 81);
    }
    grid->clues = request->clues < 0 ? 0 : d->fewest_clues;
    for (int cell = 0; request->clues < 0 && cell < 81; cell++)
        grid->clues += d->cells[cell] != '.';
    memcpy(grid->puzzle, d->cells, 81);
}

/* Put the next question of a grid into `job`. False: the grid is done. */
static bool ask(dig_queue_t *queue, digging_t *d, bulk_job_t *job)
{
    const dig_request_t *request = queue->request;
    while (!d->is_done && queue->result == WORK_DONE) {
        if (d->tested < 0 && ask_orbits(request, d, job))
            return true;
        if (request->clues == DIG_MINIMAL) {
            /* Where every orbit is a cell, a clue that is left has been tested. */
            if (d->tested < 0)
                d->tested = is_by_cells(request) ? 81 : 0;
            if (ask_clue(d, job))
                return true;
        }
        end_try(queue, d, request->clues < 0 || d->clues == request->clues);
    }
    return false;
}

static void take_answer(dig_queue_t *queue, digging_t *d, const bulk_job_t *job)
{
    const dig_request_t *request = queue->request;
    if (d->tested >= 0) {
        d->tested++;
        if (!job->count)
            end_try(queue, d, false);
        return;
    }
    take_orbits(request, d, job->count == (job->removed < 0));
}

/* Put the next grid that waits into a place. */
static void begin_grid(dig_queue_t *queue, digging_t *d)
{
    d->grid = queue->next++;
    d->grid->tries = 0;
    d->fewest_clues = 82;
    d->is_done = false;
    if (uses_sets(queue->request))
        unavoidable_list(&d->sets, d->grid->grid);
    d->nearest.is_rated = false;
    d->nearest.rating = d->nearest.technique = -1;
    begin_try(queue->request, d);
}

/* Dig all grids of the queue in as many places. Return the result. */
static int dig_queued(dig_queue_t *queue, digging_t *digs, bulk_job_t *jobs, size_t places,
                      check_t *check, void *context)
{
    uint32_t active[PLACES];
    for (size_t k = 0; k < places; k++) {
        begin_grid(queue, &digs[k]);
        active[k] = (uint32_t)k;
    }
    while (places && queue->result == WORK_DONE) {
        size_t asked = 0;
        for (size_t k = 0; k < places; k++) {
            digging_t *d = &digs[active[k]];
            bool is_asked;
            while (!(is_asked = ask(queue, d, &jobs[asked])) && queue->next < queue->end &&
                   queue->result == WORK_DONE)
                begin_grid(queue, d);
            if (is_asked)
                active[asked++] = active[k];
        }
        if (queue->result == WORK_DONE)
            queue->result = queue->request->solve(jobs, asked, check, context);
        for (size_t k = 0; k < asked && queue->result == WORK_DONE; k++)
            take_answer(queue, &digs[active[k]], &jobs[k]);
        places = asked;
        if (queue->result == WORK_DONE && check && check(context))
            queue->result = WORK_STOPPED;
    }
    return queue->result;
}

int dig(const dig_request_t *request, dig_grid_t *grids, size_t count, check_t *check,
        void *context)
{
    size_t places = count < PLACES ? count : PLACES;
    digging_t *digs = malloc(places * sizeof *digs);
    bulk_job_t *jobs = malloc(places * sizeof *jobs);
    dig_queue_t queue = {.request = request, .next = grids, .end = grids + count};
    if (request->difficulty && (queue.rater = rate_new()) != NULL)
        rate_set_check(queue.rater, check, context);
    int result = WORK_NO_MEMORY;
    if (digs && jobs && !request->difficulty == !queue.rater)
        result = dig_queued(&queue, digs, jobs, places, check, context);
    rate_free(queue.rater);
    free(digs);
    free(jobs);
    return result;
}
