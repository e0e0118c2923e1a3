/* Python's view of canonical.c. */
#include "bind.h"
#include "canonical.h"

/* Take the GIL and let signal handlers run. Nonzero if one raised an exception. */
static int check_signals(void *context)
{
    PyThreadState **thread = context;
    PyEval_RestoreThread(*thread);
    const int raised = PyErr_CheckSignals();
    *thread = PyEval_SaveThread();
    return raised;
}

/* canonical_lines(cells: bytes, count: int, empty: int) -> tuple[bytes, bytes]
 * The canonical lines of count 9x9 grids of 81 signs each, and their numbers of automorphisms as
 * 32-bit words, 0 for a grid that breaks the rules. */
static PyObject *lines(PyObject *self, PyObject *args)
{
    const char *cells;
    Py_ssize_t length, count;
    unsigned char empty;
    (void)self;
    if (!PyArg_ParseTuple(args, "y#nb", &cells, &length, &count, &empty))
        return NULL;
    if (count < 0 || count > length / 81) {
        PyErr_SetString(PyExc_ValueError, "fewer cells than grids");
        return NULL;
    }
    PyObject *forms = PyBytes_FromStringAndSize(NULL, 82 * count);
    PyObject *automorphisms = PyBytes_FromStringAndSize(NULL, 4 * count);
    PyObject *result = NULL;
    if (forms && automorphisms) {
        uint8_t *to = (uint8_t *)PyBytes_AsString(forms);
        uint32_t *counts = (uint32_t *)(void *)PyBytes_AsString(automorphisms);
        PyThreadState *thread = PyEval_SaveThread();
        const int status = canonical_lines((const uint8_t *)cells, (size_t)count, empty, to, counts,
                                           check_signals, &thread);
        PyEval_RestoreThread(thread);
        if (status == CANONICAL_DONE)
            result = PyTuple_Pack(2, forms, automorphisms);
        else if (status == CANONICAL_NO_MEMORY)
            PyErr_NoMemory();
    }
    Py_XDECREF(forms);
    Py_XDECREF(automorphisms);
    return result;
}

/* canonical_force_plain(force: bool) -> None
 * Use the kernels in plain C from now on, or no longer: for the tests. */
static PyObject *force_plain(PyObject *self, PyObject *args)
{
    int force;
    (void)self;
    if (!PyArg_ParseTuple(args, "p", &force))
        return NULL;
    canonical_force_plain(force);
    Py_RETURN_NONE;
}

PyMethodDef canonical_methods[] = {
    {"canonical_lines", lines, METH_VARARGS, NULL},
    {"canonical_force_plain", force_plain, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
