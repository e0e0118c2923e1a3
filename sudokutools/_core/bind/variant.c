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
    if (!variant_clues_fit(rules, &clues))
        return refuse("the clues do not fit the geometry");
    search_t *self = search_allocate(type);
    if (!self)
        return NULL;
    Py_INCREF(capsule);
    self->rules = capsule;
    self->n = variant_rules_n(rules);
    self->size = variant_rules_size(rules);
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

/* start(cells, masks, state, near, other, max_steps): masks of four bytes, or None */
static PyObject *search_start(search_t *self, PyObject *args)
{
    const char *cells, *masks;
    Py_ssize_t length, masks_length;
    PyObject *state, *near;
    variant_task_t task = {0};
    stream_t stream;
    if (!PyArg_ParseTuple(args, "y#z#OSiL", &cells, &length, &masks, &masks_length, &state, &near,
                          &task.other, &task.max_steps) ||
        (state != Py_None && !read_stream(state, &stream)) ||
        !is_grid(self, cells, length, false) ||
        (PyBytes_Size(near) && !is_grid(self, PyBytes_AsString(near), PyBytes_Size(near), true)))
        return NULL;
    bool is_cell = task.other >= 0 && task.other < self->size && PyBytes_Size(near);
    if (task.other != -1 && (!is_cell || cells[task.other]))
        return refuse("no empty cell of a solution");
    task.masks = (const symbols_t *)(const void *)masks;
    if (masks && (size_t)masks_length != (size_t)self->size * sizeof *task.masks)
        return refuse("the candidates are not those of all cells");
    task.cells = (const uint8_t *)cells;
    task.near = PyBytes_Size(near) ? (const uint8_t *)PyBytes_AsString(near) : NULL;
    Py_INCREF(near);
    Py_XDECREF(self->near);
    self->near = near;
    task.stream = state != Py_None ? &stream : NULL;
    variant_start(self->search, &task);
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

/* dig(solution, orbits, max_steps, check) -> bytes: of each orbit how many cells, and the cells */
static PyObject *search_dig(search_t *self, PyObject *args)
{
    const char *solution, *bytes;
    Py_ssize_t length, orbits_length;
    long long max_steps;
    PyObject *check;
    if (!PyArg_ParseTuple(args, "y#y#LO", &solution, &length, &bytes, &orbits_length, &max_steps,
                          &check) ||
        !is_grid(self, solution, length, true))
        return NULL;
    variant_list_t orbits = list_of(bytes, orbits_length);
    if (!variant_is_groups(orbits, 0, self->size, self->size))
        return refuse("the orbits do not fit the geometry");
    PyObject *cells = PyBytes_FromStringAndSize(NULL, self->size);
    if (!cells)
        return NULL;
    unlocked_t work = unlock(check);
    int outcome = variant_dig(self->search, (const uint8_t *)solution, orbits, max_steps,
                              (uint8_t *)PyBytes_AsString(cells), look_up, &work);
    if (!relock(&work, outcome))
        Py_CLEAR(cells);
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
