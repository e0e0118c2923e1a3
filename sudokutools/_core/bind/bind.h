/* What module.c and the files of bind/ share: the only files that know Python. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <pyconfig.h>
#ifndef Py_GIL_DISABLED /* Without the lock Python has no ABI that is stable. */
#define Py_LIMITED_API 0x030b0000
#endif
#include <Python.h>

#include <stdatomic.h>
#include <stdint.h>

#include "core.h"
#include "work.h"

/* A function of the module; sudokutools/_native.pyi has the signature of each. */
#define FUNCTION(name) \
    PyObject *py_##name(PyObject *Py_UNUSED(self), PyObject *args __attribute__((unused)))
/* clang-format off */
#define FUNCTIONS(X) \
    X(bulk_block) X(bulk_count) X(bulk_lines) X(bulk_possible) X(bulk_search) \
    X(bulk_search_next) X(canonical_block) X(canonical_general) X(canonical_lines) X(core_names) \
    X(dig_block) X(dig_grid) X(generate_cells) X(generate_lines) X(grid_of_rank) \
    X(odds_chart_values) X(odds_dealer) X(odds_fill) X(odds_new) X(odds_values) \
    X(rank_of_grid) X(rate_block) X(rate_hodoku) X(rate_new) X(rate_steps) X(rate_techniques) \
    X(shuffle_block) X(sim_blocks) X(stream_numbers) X(variant_rate_block) \
    X(variant_rate_geometry) X(variant_rate_new) X(variant_rate_steps) \
    X(variant_rate_techniques) X(variant_rules)
/* clang-format on */
#define DECLARED(name) FUNCTION(name);
FUNCTIONS(DECLARED)

extern PyType_Spec cdcl_spec, variant_spec;

/* Read the name of a core into a core_t, as PyArg_ParseTuple's O& wants it. */
int read_core(PyObject *name, void *core);

/* Read four words, or the state of a stream, likewise. */
int read_key(PyObject *words, void *key);
int read_stream(PyObject *words, void *stream);

/* Return whether a stream can have this state, not four zeros; if not, set an exception. */
bool is_state(const uint64_t words[4]);

PyObject *state_of(const uint64_t words[4]);

/* Read a tuple of keys into a line_keys_t, likewise. */
int read_line_keys(PyObject *words, void *keys);

/* Raise ValueError, and return NULL, which is false. */
void *refuse(const char *message);

/* Append an item to a list and release it. Without it the list becomes NULL (exception set). */
void append(PyObject **list, PyObject *item);

/* Search types (bind/cdcl.c, bind/variant.c). A method may release the lock, so only one may run at
 * a time: a second thread gets RuntimeError. Objects begin with this head. */
typedef struct {
    PyObject_HEAD
    atomic_bool running;
} search_head_t;

/* Claim a search for this thread; return false with an exception set if another one has it. */
bool begin_alone(PyObject *search);
void end_alone(PyObject *search);

/* Define the Python type of a `search_t`. METHODS(X) expands to X(name, kind) for each of its
 * functions search_name, which run while no other thread has the search. */
#define ALONE(name, kind) \
    static PyObject *name##_alone(PyObject *object, PyObject *argument) \
    { \
        if (!begin_alone(object)) \
            return NULL; \
        PyObject *result = search_##name((search_t *)object, argument); \
        end_alone(object); \
        return result; \
    }
#define METHOD(name, kind) {#name, name##_alone, kind, NULL},
#define SEARCH_TYPE(spec, type_name) \
    METHODS(ALONE) \
    static PyMethodDef search_methods[] = {METHODS(METHOD){NULL, NULL, 0, NULL}}; \
    static PyType_Slot search_slots[] = { \
        {Py_tp_new, (void *)search_new}, \
        {Py_tp_dealloc, (void *)search_dealloc}, \
        {Py_tp_methods, search_methods}, \
        {0, NULL}, \
    }; \
    PyType_Spec spec = { \
        .name = "sudokutools._native." type_name, \
        .basicsize = sizeof(search_t), \
        .flags = Py_TPFLAGS_DEFAULT, \
        .slots = search_slots, \
    };

/* Allocate an object of a search type, zeroed. */
void *search_allocate(PyTypeObject *type);

void search_release(PyObject *self);

/* Read a number; return false with an exception set if it is not one. */
bool read_number(PyObject *object, long long *number);

/* Work without the lock of the interpreter. */
typedef struct {
    PyThreadState *thread; /* That released the lock. */
    PyObject *check;       /* Called now and then; borrowed; NULL: none. */
} unlocked_t;

/* Release the lock. `check` is a callable without arguments; NULL or None: none. */
unlocked_t unlock(PyObject *check);

/* The check of work without the lock: take it, let signal handlers run and call the check of
 * Python's. Return whether one of them has raised, which ends the work. */
bool look_up(void *unlocked);

/* Take the lock back. Return false, with an exception set, if work was stopped or had no memory. */
bool relock(unlocked_t *work, int outcome);
