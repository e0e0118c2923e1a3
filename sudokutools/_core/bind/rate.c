/* Python's view of rate/ladder.c. A rater is a capsule, which keeps its scratch memory. */
#include "bind/bind.h"
#include "rate/rate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CAPSULE "sudokutools._native.rater"

/* Signals are looked at this often, in seconds. */
#define SIGNAL_INTERVAL 0.05

typedef struct {
    rate_t *rate;
    bool busy;                  /* In use by a thread, without the GIL. */
    double deadline, next_look; /* On the monotonic clock. */
    bool interrupted;           /* A signal handler has raised. */
    unlocked_t work;
} rater_t;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

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

void prepare_ratings(void)
{
    static int prepared; /* Guarded by the GIL. */
    if (!prepared)
        rate_prepare();
    prepared = 1;
}

/* rate_new(shortcuts: int = all) -> rater
 * A rater with its scratch memory; it serves one thread at a time. */
static PyObject *new_rater(PyObject *self, PyObject *args)
{
    unsigned shortcuts = RATE_ALL_SHORTCUTS;
    (void)self;
    if (!PyArg_ParseTuple(args, "|I", &shortcuts))
        return NULL;
    prepare_ratings();
    rater_t *rater = calloc(1, sizeof *rater);
    if (!rater)
        return PyErr_NoMemory();
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
    if (length % 81) {
        PyErr_SetString(PyExc_ValueError, "expected 81 cells of 0 to 9 a puzzle");
        return NULL;
    }
    if (puzzles->candidates_length && puzzles->candidates_length != 2 * length) {
        PyErr_SetString(PyExc_ValueError, "expected the candidates of every cell, or none");
        return NULL;
    }
    if (rater->busy) {
        PyErr_SetString(PyExc_ValueError, "the rater is in use by another thread");
        return NULL;
    }
    rater->busy = true;
    rater->interrupted = false;
    rater->next_look = now() + SIGNAL_INTERVAL;
    return rater;
}

/* Take the GIL and give the rater back after its last status. Return false, with an exception set,
 * if a signal handler has raised or there was no memory; that the time is up is none. */
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

/* rate_block(rater, cells: bytes, stop_above: int, seconds: float, counts: bool,
 *            candidates: bytes = none) -> bytes
 * Rate puzzles of 81 cells each. A record a puzzle: six native 16-bit integers (status, ER, EP, ED
 * in tenths, the hardest technique or -1, steps) and with counts one for each technique: how often
 * it was used. `seconds` limits each puzzle (0: no limit). Candidates are native 16-bit integers,
 * one a cell. The GIL is released. */
static PyObject *rate_block(PyObject *self, PyObject *args)
{
    PyObject *capsule;
    puzzles_t puzzles = {0};
    int stop_above, counts, status = RATE_SOLVED;
    double seconds;
    (void)self;
    if (!PyArg_ParseTuple(args, "Oy#idp|y#", &capsule, &puzzles.cells, &puzzles.length, &stop_above,
                          &seconds, &counts, &puzzles.candidates, &puzzles.candidates_length))
        return NULL;
    rater_t *rater = take(capsule, &puzzles);
    if (!rater)
        return NULL;
    const Py_ssize_t length = puzzles.length;
    const size_t words = 6 + (counts ? RATE_TECHNIQUE_COUNT : 0);
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
        int16_t record[6 + RATE_TECHNIQUE_COUNT] = {(int16_t)status,         (int16_t)result.er,
                                                    (int16_t)result.ep,      (int16_t)result.ed,
                                                    (int16_t)result.hardest, (int16_t)result.steps};
        memcpy(record + 6, result.uses, sizeof result.uses);
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
        for (int digit = 0; list && digit < 9; digit++) {
            if (!(digits[cell] >> digit & 1))
                continue;
            PyObject *pair = Py_BuildValue("(ii)", cell, digit + 1);
            if (!pair || PyList_Append(list, pair) < 0)
                Py_CLEAR(list);
            Py_XDECREF(pair);
        }
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

/* rate_steps(rater, cells: bytes, stop_above: int, seconds: float, candidates: bytes = none)
 *     -> ((status, ER, EP, ED, hardest, steps), [step, ...])
 * Rate one puzzle; a step is (technique, rating, complexity, placements, eliminations, source),
 * placements and eliminations lists of (cell, symbol), symbols from 1; rate/rate.h tells what the
 * source is. Candidates are as in rate_block. The GIL is released. */
static PyObject *rate_steps(PyObject *self, PyObject *args)
{
    PyObject *capsule;
    puzzles_t puzzles = {0};
    int stop_above;
    double seconds;
    (void)self;
    if (!PyArg_ParseTuple(args, "Oy#id|y#", &capsule, &puzzles.cells, &puzzles.length, &stop_above,
                          &seconds, &puzzles.candidates, &puzzles.candidates_length))
        return NULL;
    if (puzzles.length != 81) {
        PyErr_SetString(PyExc_ValueError, "expected 81 cells of 0 to 9 a puzzle");
        return NULL;
    }
    rater_t *rater = take(capsule, &puzzles);
    if (!rater)
        return NULL;
    path_t path = {0};
    rate_result_t result;
    rater->work = unlock(NULL);
    rate_one(rater, &puzzles, 0, stop_above, seconds, keep_step, &path, &result);
    bool is_fine = give_back(rater, path.no_memory ? WORK_NO_MEMORY : result.status);
    PyObject *steps = is_fine ? PyList_New(0) : NULL;
    for (size_t i = 0; steps && i < path.count; i++) {
        PyObject *step = step_tuple(&path.steps[i]);
        if (!step || PyList_Append(steps, step) < 0)
            Py_CLEAR(steps);
        Py_XDECREF(step);
    }
    free(path.steps);
    if (!steps)
        return NULL;
    return Py_BuildValue("((iiiiii)N)", result.status, result.er, result.ep, result.ed,
                         result.hardest, result.steps, steps);
}

/* rate_techniques() -> list[tuple[str, int, int, bool]]
 * The table of techniques: of each its name, its least rating, the number of its rung of the
 * ladder, and whether it is a chain. */
static PyObject *rate_techniques(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    PyObject *rows = PyList_New(0);
    for (int i = 0, rung = 0; rows && i < RATE_TECHNIQUE_COUNT; i++) {
        const rate_row_t *row = &rate_rows[i];
        rung += i > 0 && row->find != rate_rows[i - 1].find;
        PyObject *is_chain = row->kind == RATE_CHAIN ? Py_True : Py_False;
        PyObject *tuple = Py_BuildValue("(siiO)", row->name, row->least, rung, is_chain);
        if (!tuple || PyList_Append(rows, tuple) < 0)
            Py_CLEAR(rows);
        Py_XDECREF(tuple);
    }
    return rows;
}

PyMethodDef rate_methods[] = {
    {"rate_new", new_rater, METH_VARARGS, NULL},
    {"rate_block", rate_block, METH_VARARGS, NULL},
    {"rate_steps", rate_steps, METH_VARARGS, NULL},
    {"rate_techniques", rate_techniques, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
