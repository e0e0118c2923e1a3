/* Python's view of digging. */
#include "bind/bind.h"
#include "dig/block.h"
#include "rate/rate.h"

/* Read the orbits: their cells one after the other, and their sizes. False: an exception is set. */
static bool read_orbits(dig_request_t *request, const char *cells, Py_ssize_t length,
                        const char *sizes, Py_ssize_t orbits)
{
    int at = 0;
    unsigned char seen[81] = {0};
    int fine = length <= 81 && orbits <= 81;
    for (Py_ssize_t k = 0; fine && k < orbits; k++) {
        request->first[k] = (unsigned char)at;
        at += (unsigned char)sizes[k];
        fine = sizes[k] > 0 && at <= length;
    }
    fine = fine && at == length;
    for (int k = 0; fine && k < length; k++) {
        int cell = (unsigned char)cells[k];
        fine = cell < 81 && !seen[cell]++;
        request->cells[k] = (unsigned char)cell;
    }
    if (!fine)
        return refuse("the orbits are not different cells");
    request->first[orbits] = (unsigned char)length;
    request->orbits = (int)orbits;
    return true;
}

/* Whether some orbits and what is kept have this number of cells, or any number will do. */
static bool can_leave(const dig_request_t *request)
{
    unsigned __int128 sums = 1;
    for (int k = 0; k < request->orbits; k++)
        sums |= sums << (request->first[k + 1] - request->first[k]);
    if (request->clues < 0)
        return request->clues >= DIG_ORBIT_MINIMAL;
    int left = request->clues - 81 + request->first[request->orbits];
    return request->clues <= 81 && left >= 0 && (sums >> left & 1);
}

/* A request with the memory of its parts. */
typedef struct {
    dig_request_t request;
    dig_difficulty_t difficulty;
} wish_t;

/* Read (core, cells, sizes, clues, tries, difficulty | None, accepts_easier), where the
 * difficulty is (low, high, stop_above, is_lower_bound, technique, is_easy, least), as
 * PyArg_ParseTuple's O& wants it. */
static int read_wish(PyObject *words, void *wish)
{
    const char *cells, *sizes;
    core_t core;
    Py_ssize_t length, orbits;
    int accepts_easier, is_lower_bound, is_easy;
    PyObject *difficulty;
    wish_t *wanted = wish;
    dig_request_t *request = &wanted->request;
    dig_difficulty_t *level = &wanted->difficulty;
    *wanted = (wish_t){0};
    if (!PyArg_ParseTuple(words, "O&y#y#iiOp", read_core, &core, &cells, &length, &sizes, &orbits,
                          &request->clues, &request->tries, &difficulty, &accepts_easier) ||
        !read_orbits(request, cells, length, sizes, orbits))
        return false;
    request->solve = bulk_solver(core);
    request->accepts_easier = accepts_easier;
    if (difficulty != Py_None) {
        if (!PyArg_ParseTuple(difficulty, "iiipipi", &level->low, &level->high, &level->stop_above,
                              &is_lower_bound, &level->technique, &is_easy, &level->least))
            return false;
        level->is_lower_bound = is_lower_bound;
        level->is_easy = is_easy;
        rate_prepare();
        request->difficulty = level;
    }
    if (!can_leave(request))
        refuse("the orbits cannot make so many clues");
    else if (request->tries < 1 || (request->clues == DIG_DEEP && !request->difficulty))
        refuse("digging needs at least one try, and an end");
    return !PyErr_Occurred();
}

/* Return (record, met, start, end, clues, is_rated, rating, technique). */
static PyObject *event_of(size_t record, const dig_grid_t *grid, const line_record_t *line)
{
    return Py_BuildValue("ninniiii", (Py_ssize_t)record, grid->met, (Py_ssize_t)line->start,
                         (Py_ssize_t)line->end, grid->clues, grid->is_rated, grid->rating,
                         grid->technique);
}

/* Dig a block as sudokutools/blocks/dig.py says; a record that misses the request is an event. */
FUNCTION(dig_block)
{
    const char *block, *met, *missed;
    Py_ssize_t length, met_length, missed_length;
    unsigned long long start;
    int empty;
    PyObject *check;
    uint64_t key[4];
    wish_t wanted;
    line_keys_t keys;
    if (!PyArg_ParseTuple(args, "O&O&y#O&Ky#y#iO", read_wish, &wanted, read_line_keys, &keys,
                          &block, &length, read_key, key, &start, &met, &met_length, &missed,
                          &missed_length, &empty, &check))
        return NULL;
    const dig_forms_t forms = {
        .met = (const unsigned char *)met,
        .missed = (const unsigned char *)missed,
        .met_length = (size_t)met_length,
        .missed_length = (size_t)missed_length,
        .empty = (unsigned char)empty,
        .keys = &keys,
    };
    dig_answer_t answer;
    unlocked_t work = unlock(check);
    int outcome = dig_block(&wanted.request, &forms, (const unsigned char *)block, (size_t)length,
                            key, start, &answer, look_up, &work);
    PyObject *events = relock(&work, outcome) ? PyList_New(0) : NULL;
    for (size_t k = 0; events && k < answer.records; k++)
        if (answer.grids[k].met != DIG_MET)
            append(&events, event_of(k, &answer.grids[k], &answer.read.line[k]));
    PyObject *found = NULL;
    if (events)
        found = Py_BuildValue("y#nnN", answer.output.text ? (const char *)answer.output.text : "",
                              (Py_ssize_t)answer.output.length, (Py_ssize_t)answer.records,
                              (Py_ssize_t)answer.consumed, events);
    dig_block_free(&answer);
    return found;
}

/* Dig one grid of 81 characters, complete and without a clash, with a stream in this state:
 * (puzzle, tries, met, clues, is_rated, rating, technique, state after it). */
FUNCTION(dig_grid)
{
    const char *cells;
    Py_ssize_t length;
    PyObject *check;
    dig_grid_t grid = {0};
    wish_t wanted;
    if (!PyArg_ParseTuple(args, "O&y#O&O", read_wish, &wanted, &cells, &length, read_stream,
                          &grid.stream, &check))
        return NULL;
    grid.grid = (const unsigned char *)cells;
    if (length != 81 || !line_is_complete(grid.grid, '1'))
        return refuse("digging needs a complete grid");
    unlocked_t work = unlock(check);
    if (!relock(&work, dig(&wanted.request, &grid, 1, look_up, &work)))
        return NULL;
    return Py_BuildValue("y#iiiiiiN", (const char *)grid.puzzle, (Py_ssize_t)81, grid.tries,
                         grid.met, grid.clues, grid.is_rated, grid.rating, grid.technique,
                         state_of(grid.stream.s));
}
