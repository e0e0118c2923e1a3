/* Python's view of variant/variant.h: rules as a capsule, and the type `VariantSearch`. Lists of
 * numbers come as bytes, two for each number in the order of the machine. */
#include "bind/bind.h"
#include "variant/variant.h"

#include <string.h>

static const char RULES[] = "sudokutools._native.variant_rules";

/* Work before the lock is released: a fifth of a millisecond, enough for most puzzles. */
enum { SHORT_WORK = 10000 };

typedef struct {
    search_head_t head;
    PyObject *rules; /* the capsule */
    PyObject *near;  /* the bytes that are borrowed; NULL: none */
    variant_t *search;
    int n, size;
} search_t;

/* Take bytes for a list of numbers. */
static variant_list_t list_of(const char *bytes, Py_ssize_t length)
{
    return (variant_list_t){(const uint16_t *)(const void *)bytes, (size_t)length / 2};
}

static void free_rules(PyObject *capsule)
{
    variant_rules_free(PyCapsule_GetPointer(capsule, RULES));
}

FUNCTION(variant_rules)
{
    variant_shape_t shape;
    const char *houses, *unequal, *apart;
    Py_ssize_t houses_length, unequal_length, apart_length;
    if (!PyArg_ParseTuple(args, "iiiy#y#y#", &shape.n, &shape.rows, &shape.columns, &houses,
                          &houses_length, &unequal, &unequal_length, &apart, &apart_length))
        return NULL;
    shape.houses = list_of(houses, houses_length);
    shape.unequal = list_of(unequal, unequal_length);
    shape.apart = list_of(apart, apart_length);
    if (!variant_shape_fits(&shape))
        return refuse("no such geometry");
    variant_rules_t *rules = variant_rules_new(&shape);
    if (!rules)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(rules, RULES, free_rules);
    if (!capsule)
        variant_rules_free(rules);
    return capsule;
}

/* VariantSearch(rules, cages, less, masks, items): masks of four bytes, items of eight a number */
static PyObject *search_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    PyObject *capsule;
    const char *cages, *less, *masks, *items;
    Py_ssize_t cages_length, less_length, masks_length, items_length;
    if (!PyArg_ParseTuple(args, "Oy#y#y#y#", &capsule, &cages, &cages_length, &less, &less_length,
                          &masks, &masks_length, &items, &items_length))
        return NULL;
    variant_rules_t *rules = PyCapsule_GetPointer(capsule, RULES);
    if (!rules)
        return NULL;
    const variant_clues_t clues = {
        .cages = list_of(cages, cages_length),
        .less = list_of(less, less_length),
        .masks = (const symbols_t *)(const void *)masks,
        .mask_count = (size_t)masks_length / sizeof *clues.masks,
        .items = (const int64_t *)(const void *)items,
        .length = (size_t)items_length / sizeof *clues.items,
    };
    int n = variant_rules_n(rules), size = variant_rules_size(rules);
    if (!variant_clues_fit(&clues, n, size))
        return refuse("the clues do not fit the geometry");
    search_t *self = search_allocate(type);
    if (!self)
        return NULL;
    Py_INCREF(capsule);
    self->rules = capsule;
    self->n = n;
    self->size = size;
    self->search = variant_new(rules, &clues);
    if (!self->search) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void search_dealloc(PyObject *object)
{
    search_t *self = (search_t *)object;
    variant_free(self->search);
    Py_XDECREF(self->rules);
    Py_XDECREF(self->near);
    search_release(object);
}

/* Return whether these are cells (full ones if `is_complete`); if not, set an exception. */
static bool is_grid(const search_t *self, const char *cells, Py_ssize_t length, bool is_complete)
{
    bool fits = length == self->size;
    for (Py_ssize_t i = 0; fits && i < length; i++)
        fits = (unsigned char)cells[i] <= self->n && (cells[i] || !is_complete);
    return fits || refuse("the cells do not fit the geometry");
}

/* Read numbers below `limit` into new memory; NULL with an exception set on failure. */
static uint32_t *read_numbers(PyObject *sequence, uint32_t limit, Py_ssize_t *length)
{
    *length = PySequence_Size(sequence);
    uint32_t *numbers = *length < 0 ? NULL : PyMem_Malloc(((size_t)*length + 1) * sizeof *numbers);
    if (!numbers)
        return *length < 0 ? NULL : (uint32_t *)PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < *length; i++) {
        PyObject *item = PySequence_GetItem(sequence, i);
        unsigned long number = item ? PyLong_AsUnsignedLong(item) : 0;
        Py_XDECREF(item);
        if (!PyErr_Occurred() && number >= limit)
            PyErr_SetString(PyExc_ValueError, "a number is too large");
        if (PyErr_Occurred()) {
            PyMem_Free(numbers);
            return NULL;
        }
        numbers[i] = (uint32_t)number;
    }
    return numbers;
}

/* Keep bytes that the search borrows. Return their address; NULL if empty. */
static const uint8_t *borrow(search_t *self, PyObject *near)
{
    Py_INCREF(near);
    Py_XDECREF(self->near);
    self->near = near;
    return PyBytes_Size(near) ? (const uint8_t *)PyBytes_AsString(near) : NULL;
}

/* start(cells, masks, state, near, other, max_steps) */
static PyObject *search_start(search_t *self, PyObject *args)
{
    const char *cells;
    Py_ssize_t length, masks_length = self->size;
    PyObject *state, *masks, *near;
    variant_task_t task = {0};
    stream_t stream;
    if (!PyArg_ParseTuple(args, "y#OOSiL", &cells, &length, &masks, &state, &near, &task.other,
                          &task.max_steps) ||
        (state != Py_None && !read_stream(state, &stream)) ||
        !is_grid(self, cells, length, false) ||
        (PyBytes_Size(near) && !is_grid(self, PyBytes_AsString(near), PyBytes_Size(near), true)))
        return NULL;
    bool is_cell = task.other >= 0 && task.other < self->size && PyBytes_Size(near);
    if (task.other != -1 && (!is_cell || cells[task.other]))
        return refuse("no empty cell of a solution");
    uint32_t *candidates = NULL;
    if (masks != Py_None) {
        candidates = read_numbers(masks, UINT32_MAX, &masks_length);
        if (!candidates)
            return NULL;
    }
    if (masks_length != self->size) {
        PyMem_Free(candidates);
        return refuse("the candidates are not those of all cells");
    }
    task.cells = (const uint8_t *)cells;
    task.masks = candidates;
    task.near = borrow(self, near);
    task.stream = state != Py_None ? &stream : NULL;
    variant_start(self->search, &task);
    PyMem_Free(candidates);
    Py_RETURN_NONE;
}

/* run(work) -> int: 0 no solution, 1 a solution, 2 paused, 3 no more steps are allowed */
static PyObject *search_run(search_t *self, PyObject *argument)
{
    long long amount;
    if (!read_number(argument, &amount))
        return NULL;
    long long first = amount < SHORT_WORK ? amount : SHORT_WORK;
    int outcome = variant_run(self->search, first);
    if (outcome != WORK_NO_MEMORY && (outcome != SEARCH_PAUSED || first == amount))
        return PyLong_FromLong(outcome);
    unlocked_t work = unlock(NULL);
    if (outcome == SEARCH_PAUSED)
        outcome = variant_run(self->search, amount - first);
    bool is_fine = relock(&work, outcome);
    return is_fine ? PyLong_FromLong(outcome) : NULL;
}

static PyObject *search_solution(search_t *self, PyObject *Py_UNUSED(ignored))
{
    return PyBytes_FromStringAndSize((const char *)variant_solution(self->search), self->size);
}

/* state() -> the four words of the stream */
static PyObject *search_state(search_t *self, PyObject *Py_UNUSED(ignored))
{
    return state_of(variant_stream(self->search)->s);
}

static PyObject *search_steps(search_t *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLongLong(variant_steps(self->search));
}

/* Read sequences of cells into new memory, for variant_dig; false with an exception set. */
static bool read_orbits(const search_t *self, PyObject *orbits, uint16_t **list, size_t *length)
{
    Py_ssize_t count = PySequence_Size(orbits), cells = 0;
    size_t most = 2 * (size_t)self->size;
    *length = 0;
    *list = count < 0 ? NULL : PyMem_Malloc(most * sizeof **list);
    for (Py_ssize_t i = 0; *list && i < count; i++) {
        PyObject *orbit = PySequence_GetItem(orbits, i);
        uint32_t *numbers = orbit ? read_numbers(orbit, (uint32_t)self->size, &cells) : NULL;
        Py_XDECREF(orbit);
        bool fits = numbers && *length + 1 + (size_t)cells <= most;
        if (numbers && !fits)
            PyErr_SetString(PyExc_ValueError, "there are not so many cells");
        if (fits) {
            (*list)[(*length)++] = (uint16_t)cells;
            for (Py_ssize_t k = 0; k < cells; k++)
                (*list)[(*length)++] = (uint16_t)numbers[k];
        }
        PyMem_Free(numbers);
        if (!fits) {
            PyMem_Free(*list);
            *list = NULL;
        }
    }
    if (!*list && !PyErr_Occurred())
        PyErr_NoMemory();
    return *list != NULL;
}

/* dig(solution, orbits, max_steps, check) -> bytes */
static PyObject *search_dig(search_t *self, PyObject *args)
{
    const char *solution;
    Py_ssize_t length;
    long long max_steps;
    PyObject *orbits, *check;
    uint16_t *list;
    size_t list_length;
    if (!PyArg_ParseTuple(args, "y#OLO", &solution, &length, &orbits, &max_steps, &check) ||
        !is_grid(self, solution, length, true) || !read_orbits(self, orbits, &list, &list_length))
        return NULL;
    PyObject *cells = PyBytes_FromStringAndSize(NULL, self->size);
    if (cells) {
        unlocked_t work = unlock(check);
        int outcome = variant_dig(self->search, (const uint8_t *)solution,
                                  (variant_list_t){list, list_length}, max_steps,
                                  (uint8_t *)PyBytes_AsString(cells), look_up, &work);
        if (!relock(&work, outcome))
            Py_CLEAR(cells);
    }
    PyMem_Free(list);
    return cells;
}

/* allow(max_steps) */
static PyObject *search_allow(search_t *self, PyObject *argument)
{
    long long max_steps;
    if (!read_number(argument, &max_steps))
        return NULL;
    variant_allow(self->search, max_steps);
    Py_RETURN_NONE;
}

#define METHODS(X) \
    X(start, METH_VARARGS) \
    X(allow, METH_O) \
    X(run, METH_O) \
    X(solution, METH_NOARGS) \
    X(state, METH_NOARGS) \
    X(steps, METH_NOARGS) \
    X(dig, METH_VARARGS)

SEARCH_TYPE(variant_spec, "VariantSearch")
