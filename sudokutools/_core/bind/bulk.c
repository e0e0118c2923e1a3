/* Python's view of the bulk solver and of the search for one puzzle. */
#include "bind/bind.h"
#include "bulk/block.h"
#include "bulk/propagate.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

int read_line_keys(PyObject *words, void *keys)
{
    memset(keys, 0, sizeof(line_keys_t));
    for (Py_ssize_t k = 0, count = PyTuple_Size(words); k < count && !PyErr_Occurred(); k++) {
        Py_ssize_t length;
        const char *word = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(words, k), &length);
        if (word && *word == '{')
            ((line_keys_t *)keys)->objects = true;
        else if (word && !line_keys_add(keys, word, (size_t)length))
            refuse("a key is too long, or there are too many");
    }
    return !PyErr_Occurred();
}

/* Count the line feeds of a block: ten times as fast as bytes.count where lines are short. */
FUNCTION(bulk_lines)
{
    const char *block;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "y#", &block, &length))
        return NULL;
    size_t count = 0;
    for (Py_ssize_t start = 0; start < length; start += UCHAR_MAX) {
        Py_ssize_t end = length - start > UCHAR_MAX ? start + UCHAR_MAX : length;
        unsigned char some = 0; /* A byte, so that the compiler counts many places at once. */
        for (Py_ssize_t k = start; k < end; k++)
            some = (unsigned char)(some + (block[k] == '\n'));
        count += some;
    }
    return PyLong_FromSize_t(count);
}

/* Return for every 81 characters of `cells` the number of solutions up to the limit, the guesses,
 * and a solution where there is one. `removed`: empty, or for each puzzle 1 + 9 * cell + symbol - 1
 * of a clue as two bytes, the low one first, or 0. */
FUNCTION(bulk_count)
{
    const char *cells, *removed;
    core_t core;
    Py_ssize_t length, removed_length;
    unsigned long long limit;
    PyObject *check, *found = NULL;
    if (!PyArg_ParseTuple(args, "O&y#Ky#O", read_core, &core, &cells, &length, &limit, &removed,
                          &removed_length, &check))
        return NULL;
    size_t count = (size_t)length / 81;
    if (length % 81 || limit == 0 || (removed_length && (size_t)removed_length != 2 * count))
        return refuse("lengths do not match, or the limit is 0");
    for (Py_ssize_t k = 0; k < removed_length; k += 2)
        if ((unsigned char)removed[k] + 256 * (unsigned char)removed[k + 1] > 729)
            return refuse("no candidate of a cell to be taken out");
    bulk_job_t *jobs = malloc(count * sizeof *jobs + 1);
    unsigned char *solutions = malloc((size_t)length + 1);
    if (jobs && solutions) {
        for (size_t k = 0; k < count; k++) {
            jobs[k] = (bulk_job_t){.cells = (const unsigned char *)cells + 81 * k,
                                   .solution = solutions + 81 * k,
                                   .limit = limit,
                                   .removed = -1};
            if (removed_length)
                jobs[k].removed = (int16_t)((unsigned char)removed[2 * k] +
                                            256 * (unsigned char)removed[2 * k + 1] - 1);
        }
        unlocked_t work = unlock(check);
        if (relock(&work, bulk_solver(core)(jobs, count, look_up, &work)))
            found = PyList_New(0);
    } else {
        PyErr_NoMemory();
    }
    for (size_t k = 0; found && k < count; k++) {
        const bulk_job_t *job = &jobs[k];
        append(&found,
               Py_BuildValue("KIy#", (unsigned long long)job->count, (unsigned)job->guesses,
                             (const char *)job->solution, (Py_ssize_t)(job->count ? 81 : 0)));
    }
    free(jobs);
    free(solutions);
    return found;
}

/* Return for each of 81 cells the mask of the symbols that it has in some solution. */
FUNCTION(bulk_possible)
{
    const char *cells;
    Py_ssize_t length;
    PyObject *check, *found = NULL;
    core_t core;
    uint16_t possible[81];
    if (!PyArg_ParseTuple(args, "O&y#O", read_core, &core, &cells, &length, &check))
        return NULL;
    if (length != 81)
        return refuse("a puzzle has 81 cells");
    unlocked_t work = unlock(check);
    if (relock(&work, bulk_possible(bulk_solver(core), (const unsigned char *)cells, possible,
                                    look_up, &work)))
        found = PyList_New(0);
    for (int cell = 0; found && cell < 81; cell++)
        append(&found, PyLong_FromLong(possible[cell]));
    return found;
}

static PyObject *block_result(const bulk_answer_t *answer, int reported)
{
    Py_ssize_t totals[BULK_STATUSES] = {0};
    PyObject *events = PyList_New(0);
    for (size_t k = 0; events && k < answer->records; k++) {
        int status = answer->status[k];
        totals[status]++;
        if (reported >> status & 1)
            append(&events,
                   Py_BuildValue("ninn", (Py_ssize_t)k, status, (Py_ssize_t)answer->line[k].start,
                                 (Py_ssize_t)answer->line[k].end));
    }
    if (!events)
        return NULL;
    const char *text = answer->output.text ? (const char *)answer->output.text : "";
    return Py_BuildValue("y#nn(nnnnn)N", text, (Py_ssize_t)answer->output.length,
                         (Py_ssize_t)answer->records, (Py_ssize_t)answer->consumed, totals[0],
                         totals[1], totals[2], totals[3], totals[4], events);
}

/* Solve a block as sudokutools/blocks/solve.py says: (output, records, consumed, totals,
 * events). */
FUNCTION(bulk_block)
{
    const char *block;
    Py_ssize_t length, form_length[BULK_FORMS];
    const char *form[BULK_FORMS];
    unsigned long long limit, start, number;
    int minimal, empty, reported;
    PyObject *check, *key;
    uint64_t words[4];
    core_t core;
    line_keys_t keys;
    bulk_plan_t plan = {.keys = &keys};
    if (!PyArg_ParseTuple(args, "O&O&y#KpOKK(y#y#y#y#y#y#)iiO", read_core, &core, read_line_keys,
                          &keys, &block, &length, &limit, &minimal, &key, &start, &number, &form[0],
                          &form_length[0], &form[1], &form_length[1], &form[2], &form_length[2],
                          &form[3], &form_length[3], &form[4], &form_length[4], &form[5],
                          &form_length[5], &empty, &reported, &check) ||
        (key != Py_None && !read_key(key, words)))
        return NULL;
    if (limit == 0 && minimal)
        return refuse("needless clues, and no search");
    plan.solve = bulk_solver(core);
    plan.key = key != Py_None ? words : NULL;
    plan.limit = limit;
    plan.minimal = minimal;
    plan.start = start;
    plan.number = number;
    plan.empty = (unsigned char)empty;
    for (int k = 0; k < BULK_FORMS; k++) {
        plan.form[k] = (const unsigned char *)form[k];
        plan.form_length[k] = (size_t)form_length[k];
    }
    bulk_answer_t answer;
    unlocked_t work = unlock(check);
    int outcome = bulk_block_solve(&plan, (const unsigned char *)block, (size_t)length, &answer,
                                   look_up, &work);
    PyObject *found = relock(&work, outcome) ? block_result(&answer, reported) : NULL;
    bulk_block_free(&answer);
    return found;
}

static void free_search(PyObject *capsule) { free(PyCapsule_GetPointer(capsule, "bulk_search")); }

/* Begin a search for the solutions of 81 characters; with the state of a stream in random order. */
FUNCTION(bulk_search)
{
    const char *cells;
    Py_ssize_t length;
    PyObject *state;
    stream_t stream;
    if (!PyArg_ParseTuple(args, "y#O", &cells, &length, &state) ||
        (state != Py_None && !read_stream(state, &stream)))
        return NULL;
    if (length != 81)
        return refuse("a puzzle has 81 cells");
    bulk_search_t *search = malloc(sizeof *search);
    if (!search)
        return PyErr_NoMemory();
    bulk_search_start(search, (const unsigned char *)cells, state != Py_None ? &stream : NULL);
    PyObject *capsule = PyCapsule_New(search, "bulk_search", free_search);
    if (!capsule)
        free(search);
    return capsule;
}

/* Return the next solutions, whether there are no more, and the state of the stream after them. */
FUNCTION(bulk_search_next)
{
    PyObject *capsule;
    unsigned long long steps;
    Py_ssize_t maximum;
    if (!PyArg_ParseTuple(args, "OnK", &capsule, &maximum, &steps))
        return NULL;
    bulk_search_t *search = PyCapsule_GetPointer(capsule, "bulk_search");
    if (!search)
        return NULL;
    if (maximum < 1 || maximum > 4096)
        return refuse("maximum is not from 1 to 4096");
    unsigned char few[4 * 81], *solutions = maximum <= 4 ? few : malloc((size_t)maximum * 81);
    if (!solutions)
        return PyErr_NoMemory();
    Py_ssize_t count = 0;
    int found = SEARCH_SOLUTION;
    uint64_t end = search->steps + steps;
    while (count < maximum && found == SEARCH_SOLUTION) {
        found = bulk_search_next(search, solutions + 81 * count, end - search->steps);
        count += found == SEARCH_SOLUTION;
    }
    PyObject *result =
        Py_BuildValue("y#NN", (const char *)solutions, 81 * count,
                      PyBool_FromLong(found == SEARCH_NONE), state_of(search->stream.s));
    if (solutions != few)
        free(solutions);
    return result;
}
