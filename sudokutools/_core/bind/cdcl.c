/* Python's view of cdcl/cdcl.c: the type `CdclSearch`, with the methods of `Search` in
 * sudokutools/solving/engines/cdcl_python.py and some more. */
#include "bind/bind.h"
#include "cdcl/cdcl.h"

enum { MOST_CELLS = 100 * 100 };

typedef struct {
    search_head_t head;
    cdcl_t *search;
    Py_ssize_t cells;
    unsigned char symbols;
} search_t;

/* Return whether `length` bytes are a grid of the search. If not, set an exception. */
static bool is_grid(const search_t *self, const char *cells, Py_ssize_t length)
{
    bool fits = length == self->cells;
    for (Py_ssize_t i = 0; fits && i < length; i++)
        fits = (unsigned char)cells[i] <= self->symbols;
    return fits || refuse("the cells do not fit the geometry");
}

static const uint8_t *grid_argument(search_t *self, PyObject *cells)
{
    char *bytes;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(cells, &bytes, &length) < 0)
        return NULL;
    return is_grid(self, bytes, length) ? (const uint8_t *)bytes : NULL;
}

static bool is_shape(const cdcl_shape_t *shape)
{
    int w = shape->box_width, h = shape->box_height;
    return w >= 1 && w <= 100 && h >= 1 && h <= 100 && w * h <= 100 && shape->boxes_across >= 1 &&
           shape->boxes_across <= h && shape->boxes_down >= 1 && shape->boxes_down <= w;
}

/* Make the search of an object. A grid with a model has any number of cells, and of its shape only
 * the number of symbols matters. If that fails, an exception is set. */
static bool start(search_t *self, const cdcl_shape_t *shape, const uint8_t *cells,
                  const uint64_t *key, const char *model, Py_ssize_t model_length)
{
    const int32_t *numbers = (const void *)model; /* The content of bytes is aligned. */
    size_t length = (size_t)model_length / sizeof *numbers;
    int n = self->symbols, size = (int)self->cells;
    if (model &&
        ((size_t)model_length % sizeof *numbers || !cdcl_is_model(n, size, cells, numbers, length)))
        return refuse("no model of the grid");
    unlocked_t work = unlock(NULL);
    self->search = model ? cdcl_new_model(n, size, cells, numbers, length, key, false)
                         : cdcl_new(shape, cells, key, false);
    return relock(&work, self->search ? WORK_DONE : WORK_NO_MEMORY);
}

/* CdclSearch(shape: tuple[int, int, int, int], cells: bytes, key: bytes,
 *            model: bytes = none)
 * key: four words of a stream, 32 bytes in little-endian order, or none. */
static PyObject *search_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(keywords))
{
    cdcl_shape_t shape;
    const char *cells, *key, *model = NULL;
    Py_ssize_t length, key_length, model_length = 0;
    if (!PyArg_ParseTuple(args, "(iiii)y#y#|y#", &shape.box_width, &shape.box_height,
                          &shape.boxes_across, &shape.boxes_down, &cells, &length, &key,
                          &key_length, &model, &model_length))
        return NULL;
    if (!is_shape(&shape) || (key_length != 0 && key_length != 32))
        return refuse("no such geometry or key");
    search_t *self = search_allocate(type);
    if (!self)
        return NULL;
    self->symbols = (unsigned char)(shape.box_width * shape.box_height);
    self->cells = (Py_ssize_t)self->symbols * shape.boxes_across * shape.boxes_down;
    if (model)
        self->cells = length < MOST_CELLS ? length : MOST_CELLS;
    if (!is_grid(self, cells, length)) {
        Py_DECREF(self);
        return NULL;
    }
    uint64_t words[4] = {0, 0, 0, 0};
    for (Py_ssize_t i = 0; i < key_length; i++)
        words[i / 8] |= (uint64_t)(unsigned char)key[i] << (i % 8 * 8);
    if (!start(self, &shape, (const uint8_t *)cells, key_length ? words : NULL, model,
               model_length)) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void search_dealloc(PyObject *object)
{
    search_t *self = (search_t *)object;
    cdcl_free(self->search);
    search_release(object);
}

/* run(steps: int) -> int: 0 no solution, 1 a solution, 2 paused. */
static PyObject *search_run(search_t *self, PyObject *argument)
{
    long long steps;
    if (!read_number(argument, &steps))
        return NULL;
    unlocked_t work = unlock(NULL);
    int outcome = cdcl_run(self->search, steps);
    bool is_fine = relock(&work, outcome);
    return is_fine ? PyLong_FromLong(outcome) : NULL;
}

static PyObject *written(search_t *self, void (*write)(const cdcl_t *, uint8_t *))
{
    PyObject *cells = PyBytes_FromStringAndSize(NULL, self->cells);
    if (cells)
        write(self->search, (uint8_t *)PyBytes_AsString(cells));
    return cells;
}

static PyObject *search_solution(search_t *self, PyObject *Py_UNUSED(ignored))
{
    return written(self, cdcl_solution);
}

static PyObject *search_core(search_t *self, PyObject *Py_UNUSED(ignored))
{
    return written(self, cdcl_core);
}

static PyObject *search_forbid(search_t *self, PyObject *argument)
{
    const uint8_t *cells = grid_argument(self, argument);
    if (!cells)
        return NULL;
    if (!cdcl_forbid(self->search, cells))
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *search_fix(search_t *self, PyObject *argument)
{
    const uint8_t *cells = grid_argument(self, argument);
    if (!cells)
        return NULL;
    cdcl_fix(self->search, cells);
    Py_RETURN_NONE;
}

/* assume(cells: bytes, order: bytes = all): order has 16 bits for each of different cells. */
static PyObject *search_assume(search_t *self, PyObject *args)
{
    const char *cells, *order = NULL;
    Py_ssize_t length, size = 2 * self->cells;
    if (!PyArg_ParseTuple(args, "y#|y#", &cells, &length, &order, &size) ||
        !is_grid(self, cells, length))
        return NULL;
    const uint16_t *places = (const uint16_t *)(const void *)order;
    for (Py_ssize_t at = 0; order && at < size / 2; at++)
        if (places[at] >= self->cells || at >= self->cells)
            return refuse("no such cell");
    cdcl_assume(self->search, (const uint8_t *)cells, places, (int32_t)(size / 2));
    Py_RETURN_NONE;
}

static PyObject *search_be_patient(search_t *self, PyObject *argument)
{
    long long conflicts;
    if (!read_number(argument, &conflicts))
        return NULL;
    cdcl_be_patient(self->search, conflicts);
    Py_RETURN_NONE;
}

static PyObject *search_walk_now(search_t *self, PyObject *Py_UNUSED(none))
{
    cdcl_walk_from(self->search, 0);
    Py_RETURN_NONE;
}

static PyObject *search_conflicts(search_t *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLongLong(cdcl_conflicts(self->search));
}

/* take_short() -> bytes: the short clauses learnt since the last call, as 32-bit numbers. */
static PyObject *search_take_short(search_t *self, PyObject *Py_UNUSED(ignored))
{
    size_t length = 0;
    const int32_t *clauses = cdcl_short(self->search, &length);
    PyObject *bytes =
        PyBytes_FromStringAndSize((const char *)clauses, (Py_ssize_t)(length * sizeof *clauses));
    if (bytes)
        cdcl_forget_short(self->search);
    return bytes;
}

/* learn(clauses: bytes): add what another search has told by `take_short`. */
static PyObject *search_learn(search_t *self, PyObject *argument)
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(argument, &bytes, &size) < 0)
        return NULL;
    const int32_t *clauses = (const void *)bytes; /* The content of bytes is aligned. */
    size_t length = (size_t)size / sizeof *clauses;
    if ((size_t)size % sizeof *clauses || !cdcl_are_clauses(self->search, clauses, length))
        return refuse("no clauses of the search");
    if (!cdcl_learn(self->search, clauses, length))
        return PyErr_NoMemory();
    Py_RETURN_NONE;
}

#define METHODS(X) \
    X(run, METH_O) \
    X(solution, METH_NOARGS) \
    X(core, METH_NOARGS) \
    X(forbid, METH_O) \
    X(fix, METH_O) \
    X(assume, METH_VARARGS) \
    X(be_patient, METH_O) \
    X(walk_now, METH_NOARGS) \
    X(conflicts, METH_NOARGS) \
    X(take_short, METH_NOARGS) \
    X(learn, METH_O)

SEARCH_TYPE(cdcl_spec, "CdclSearch")
