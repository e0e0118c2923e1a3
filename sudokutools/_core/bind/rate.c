/* Python's view of rate/ladder.c. A rater is a capsule, which keeps its scratch memory.
 *
 * bind/variant_rate.c compiles it once more for the ladder of variants: all names begin with
 * `variant_`, and a rater has to be told its geometry first. */
#include "bind/bind.h"
#include "rate/hodoku.h"
#include "rate/rate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

#ifdef RATE_VARIANT
#define CAPSULE "sudokutools._native.variant_rater"
#define RATER_FUNCTION(name) FUNCTION(variant_##name)
#else
#define CAPSULE "sudokutools._native.rater"
#define RATER_FUNCTION(name) FUNCTION(name)
#endif

/* Signals are looked at this often, in seconds. */
#define SIGNAL_INTERVAL 0.05

typedef struct {
    rate_t *rate;
    atomic_bool busy;           /* In use by a thread, without the GIL. */
    double deadline, next_look; /* On the monotonic clock. */
    bool interrupted;           /* A signal handler has raised. */
    bool is_ready;              /* The tables are made. */
    unlocked_t work;
} rater_t;

#ifdef _WIN32
static double now(void) { return 1e-3 * (double)GetTickCount64(); }
#else
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
#endif

/* The check of a rater: its puzzle's time is up, or a signal handler has raised. */
static bool check(void *context)
{
    rater_t *rater = context;
    double time = now();
    if (time > rater->next_look) {
        rater->next_look = time + SIGNAL_INTERVAL;
        rater->interrupted = look_up(&rater->work);
    }
    return rater->interrupted || time > rater->deadline;
}

static void free_rater(PyObject *capsule)
{
    rater_t *rater = PyCapsule_GetPointer(capsule, CAPSULE);
    rate_free(rater->rate);
    free(rater);
}

#ifdef RATE_VARIANT

/* Whether houses are what rate_set_geometry takes: no cell twice in one, none in too many, the
 * first 27 without a missing cell, and missing cells at the end. */
static bool are_houses(const uint8_t *cells, Py_ssize_t length)
{
    int count[NO_CELL] = {0};
    if (length % 9 || length < 27 * 9 || length > RATE_MOST_HOUSES * 9)
        return false;
    for (Py_ssize_t at = 0; at < length; at += 9)
        for (int i = 0; i < 9; i++) {
            int cell = cells[at + i];
            if (cell > NO_CELL || (cell == NO_CELL && at < 27 * 9))
                return false;
            if (cell == NO_CELL)
                continue;
            if (++count[cell] > RATE_MOST_TYPES)
                return false;
            for (int k = 0; k < i; k++)
                if (cells[at + k] == cell || cells[at + k] == NO_CELL)
                    return false;
        }
    return true;
}

static bool are_pairs(const uint8_t *cells, Py_ssize_t length)
{
    for (Py_ssize_t i = 0; i < length; i++)
        if (cells[i] >= NO_CELL)
            return false;
    return length % 2 == 0;
}

/* Make the tables of a geometry: nine cells a house, 81 for a missing one, the first 27 houses
 * regions, columns and rows; two cells a pair. */
RATER_FUNCTION(rate_geometry)
{
    PyObject *capsule;
    const char *houses, *pairs;
    Py_ssize_t houses_length, pairs_length;
    int has_uniqueness;
    if (!PyArg_ParseTuple(args, "Oy#y#p", &capsule, &houses, &houses_length, &pairs, &pairs_length,
                          &has_uniqueness))
        return NULL;
    rater_t *rater = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!rater)
        return NULL;
    if (rater->busy || !are_houses((const uint8_t *)houses, houses_length) ||
        !are_pairs((const uint8_t *)pairs, pairs_length))
        return refuse("expected 27 to 63 houses of a rater that is not in use");
    const rate_geometry_t geometry = {(const uint8_t(*)[9])houses, (int)(houses_length / 9),
                                      (const uint8_t(*)[2])pairs, (int)(pairs_length / 2)};
    rate_set_geometry(rater->rate, &geometry, has_uniqueness);
    rater->is_ready = true;
    Py_RETURN_NONE;
}

#endif

/* Return a rater with its scratch memory, which serves one thread at a time. */
RATER_FUNCTION(rate_new)
{
    unsigned shortcuts = RATE_ALL_SHORTCUTS;
    if (!PyArg_ParseTuple(args, "|I", &shortcuts))
        return NULL;
    rater_t *rater = calloc(1, sizeof *rater);
    if (!rater)
        return PyErr_NoMemory();
#ifndef RATE_VARIANT
    rate_prepare();
    rater->is_ready = true;
#endif
    rater->rate = rate_new();
    PyObject *capsule = rater->rate ? PyCapsule_New(rater, CAPSULE, free_rater) : NULL;
    if (!capsule) {
        rate_free(rater->rate);
        free(rater);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    rate_set_shortcuts(rater->rate, shortcuts);
    rate_set_check(rater->rate, check, rater);
    return capsule;
}

/* Cells of puzzles, and the candidates that they carry: none, or a native 16-bit integer a cell. */
typedef struct {
    const char *cells, *candidates;
    Py_ssize_t length, candidates_length;
} puzzles_t;

/* Take the rater of a capsule for this thread, for such puzzles; NULL with an exception set. */
static rater_t *take(PyObject *capsule, const puzzles_t *puzzles)
{
    Py_ssize_t length = puzzles->length;
    rater_t *rater = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!rater)
        return NULL;
    for (Py_ssize_t i = 0; i < length; i++)
        if ((unsigned char)puzzles->cells[i] > 9)
            length = -1;
    if (length % 81)
        return refuse("expected 81 cells of 0 to 9 a puzzle");
    if (puzzles->candidates_length && puzzles->candidates_length != 2 * length)
        return refuse("expected the candidates of every cell, or none");
    if (!rater->is_ready)
        return refuse("the rater has no geometry");
    if (atomic_exchange(&rater->busy, true))
        return refuse("the rater is in use by another thread");
    rater->interrupted = false;
    rater->next_look = now() + SIGNAL_INTERVAL;
    return rater;
}

/* Take the GIL and give the rater back after its last status. Return false, with an exception set,
 * if a signal handler has raised or there was no memory; running out of time is not an exception.
 * */
static bool give_back(rater_t *rater, int status)
{
    int outcome = status == WORK_NO_MEMORY ? WORK_NO_MEMORY : WORK_DONE;
    bool is_fine = relock(&rater->work, rater->interrupted ? WORK_STOPPED : outcome);
    rater->busy = false;
    return is_fine;
}

/* Rate the puzzle whose cells begin at `at`, the GIL being released. */
static int rate_one(rater_t *rater, const puzzles_t *puzzles, Py_ssize_t at, int stop_above,
                    double seconds, void (*record)(void *context, const rate_step_t *step),
                    void *context, rate_result_t *result)
{
    uint16_t candidates[81];
    if (puzzles->candidates_length)
        memcpy(candidates, puzzles->candidates + 2 * at, sizeof candidates);
    rater->deadline = seconds > 0 ? now() + seconds : 1e300;
    return rate_puzzle(rater->rate, (const uint8_t *)puzzles->cells + at,
                       puzzles->candidates_length ? candidates : NULL, stop_above, record, context,
                       result);
}

/* Rate puzzles of 81 cells each. A record a puzzle: six native 16-bit integers (status, ER, EP, ED
 * in tenths, the hardest technique or -1, steps) and with counts two for the first step that is not
 * a single (its number or 0, its technique or -1) and one for each technique: how often it was
 * used. `seconds` limits each puzzle (0: no limit). Candidates are native 16-bit integers,
 * one a cell. The GIL is released. */
RATER_FUNCTION(rate_block)
{
    PyObject *capsule;
    puzzles_t puzzles = {0};
    int stop_above, counts, status = RATE_SOLVED;
    double seconds;
    if (!PyArg_ParseTuple(args, "Oy#idp|y#", &capsule, &puzzles.cells, &puzzles.length, &stop_above,
                          &seconds, &counts, &puzzles.candidates, &puzzles.candidates_length))
        return NULL;
    rater_t *rater = take(capsule, &puzzles);
    if (!rater)
        return NULL;
    const Py_ssize_t length = puzzles.length;
    const size_t words = counts ? 8 + RATE_TECHNIQUE_COUNT : 6;
    PyObject *records =
        PyBytes_FromStringAndSize(NULL, length / 81 * (Py_ssize_t)(words * sizeof(int16_t)));
    char *at = records ? PyBytes_AsString(records) : NULL;
    if (!at) {
        rater->busy = false;
        Py_XDECREF(records);
        return NULL;
    }
    rater->work = unlock(NULL);
    for (Py_ssize_t i = 0; i < length && status != WORK_NO_MEMORY && !rater->interrupted; i += 81) {
        rate_result_t result;
        status = rate_one(rater, &puzzles, i, stop_above, seconds, NULL, NULL, &result);
        int16_t record[8 + RATE_TECHNIQUE_COUNT] = {(int16_t)status,
                                                    (int16_t)result.er,
                                                    (int16_t)result.ep,
                                                    (int16_t)result.ed,
                                                    (int16_t)result.hardest,
                                                    (int16_t)result.steps,
                                                    (int16_t)result.first_hard,
                                                    (int16_t)result.first_technique};
        memcpy(record + 8, result.uses, sizeof result.uses);
        memcpy(at, record, words * sizeof *record);
        at += words * sizeof *record;
    }
    if (!give_back(rater, status))
        Py_CLEAR(records);
    return records;
}

/* Steps as they come, kept without Python's help. */
typedef struct {
    rate_step_t *steps;
    size_t count, room;
    bool no_memory;
} path_t;

static void keep_step(void *context, const rate_step_t *step)
{
    path_t *path = context;
    if (path->count == path->room) {
        size_t room = path->room ? 2 * path->room : 64;
        rate_step_t *larger = realloc(path->steps, room * sizeof *larger);
        if (!larger) {
            path->no_memory = true;
            return;
        }
        path->steps = larger;
        path->room = room;
    }
    path->steps[path->count++] = *step;
}

/* One (cell, symbol) pair for each removal, symbols from 1, in ascending order. */
static PyObject *removals(const rate_step_t *step)
{
    uint16_t digits[81] = {0};
    PyObject *list = PyList_New(0);
    for (int i = 0; i < step->count; i++)
        digits[step->cells[i]] |= step->digits[i];
    for (int cell = 0; list && cell < 81; cell++)
        for (int digit = 0; list && digit < 9; digit++)
            if (digits[cell] >> digit & 1)
                append(&list, Py_BuildValue("(ii)", cell, digit + 1));
    return list;
}

static PyObject *step_tuple(const rate_step_t *step)
{
    if (step->cell >= 0)
        return Py_BuildValue("(iii[(ii)][]i)", step->technique, step->rating, step->complexity,
                             step->cell, step->digit + 1, step->source);
    return Py_BuildValue("(iii[]Ni)", step->technique, step->rating, step->complexity,
                         removals(step), step->source);
}

/* Return ((status, ER, EP, ED, hardest, steps), [step, ...]) of one puzzle; a step is (technique,
 * rating, complexity, placements, eliminations, source), placements and eliminations lists of
 * (cell, symbol), symbols from 1; rate/rate.h defines the source. Candidates are as in rate_block.
 * The GIL is released. */
RATER_FUNCTION(rate_steps)
{
    PyObject *capsule;
    puzzles_t puzzles = {0};
    int stop_above;
    double seconds;
    if (!PyArg_ParseTuple(args, "Oy#id|y#", &capsule, &puzzles.cells, &puzzles.length, &stop_above,
                          &seconds, &puzzles.candidates, &puzzles.candidates_length))
        return NULL;
    if (puzzles.length != 81)
        return refuse("expected 81 cells of 0 to 9 a puzzle");
    rater_t *rater = take(capsule, &puzzles);
    if (!rater)
        return NULL;
    path_t path = {0};
    rate_result_t result;
    rater->work = unlock(NULL);
    rate_one(rater, &puzzles, 0, stop_above, seconds, keep_step, &path, &result);
    bool is_fine = give_back(rater, path.no_memory ? WORK_NO_MEMORY : result.status);
    PyObject *steps = is_fine ? PyList_New(0) : NULL;
    for (size_t i = 0; steps && i < path.count; i++)
        append(&steps, step_tuple(&path.steps[i]));
    free(path.steps);
    if (!steps)
        return NULL;
    return Py_BuildValue("((iiiiii)N)", result.status, result.er, result.ep, result.ed,
                         result.hardest, result.steps, steps);
}

/* Return of each technique its name, its lowest rating, the number of its rung of the ladder, and
 * whether it is a chain. */
RATER_FUNCTION(rate_techniques)
{
    PyObject *rows = PyList_New(0);
    for (int i = 0, rung = 0; rows && i < RATE_TECHNIQUE_COUNT; i++) {
        const rate_row_t *row = &rate_rows[i];
        rung += i > 0 && row->find != rate_rows[i - 1].find;
        PyObject *is_chain = row->kind == RATE_CHAIN ? Py_True : Py_False;
        append(&rows, Py_BuildValue("(siiO)", row->name, row->least, rung, is_chain));
    }
    return rows;
}

#ifndef RATE_VARIANT

/* Rate puzzles of 81 cells each on the scale of HoDoKu, as far as the kernel can. A record a puzzle:
 * a hodoku_result_t. With a technique and candidates, go on with the last puzzle behind a step of
 * that technique, which led to these cells and candidates. `seconds` limits each puzzle (0: no
 * limit). The GIL is released. */
RATER_FUNCTION(rate_hodoku)
{
    PyObject *capsule;
    puzzles_t puzzles = {0};
    int technique = 0;
    double seconds;
    uint16_t candidates[81];
    if (!PyArg_ParseTuple(args, "Oy#d|iy#", &capsule, &puzzles.cells, &puzzles.length, &seconds,
                          &technique, &puzzles.candidates, &puzzles.candidates_length))
        return NULL;
    bool resumes = puzzles.candidates_length > 0;
    if (technique < 0 || technique >= HODOKU_TECHNIQUES || (resumes && puzzles.length != 81))
        return refuse("expected one puzzle and a technique");
    rater_t *rater = take(capsule, &puzzles);
    if (!rater)
        return NULL;
    const Py_ssize_t size = sizeof(hodoku_result_t);
    PyObject *records = PyBytes_FromStringAndSize(NULL, puzzles.length / 81 * size);
    char *at = records ? PyBytes_AsString(records) : NULL;
    if (resumes)
        memcpy(candidates, puzzles.candidates, sizeof candidates);
    rater->work = unlock(NULL);
    for (Py_ssize_t i = 0; at && i < puzzles.length && !rater->interrupted; i += 81, at += size) {
        const uint8_t *cells = (const uint8_t *)puzzles.cells + i;
        rater->deadline = seconds > 0 ? now() + seconds : 1e300;
        memcpy(at,
               resumes ? hodoku_resume(rater->rate, technique, cells, candidates)
                       : hodoku_puzzle(rater->rate, cells),
               sizeof(hodoku_result_t));
    }
    if (!give_back(rater, WORK_DONE))
        Py_CLEAR(records);
    return records;
}

#endif
