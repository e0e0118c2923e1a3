/* Python's view of core.c. */
#include "bind/bind.h"

int read_core(PyObject *name, void *core)
{
    const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
    if (!text)
        return 0;
    if (core_find(text, core))
        return 1;
    PyErr_Format(PyExc_ValueError, "no core '%s'", text);
    return 0;
}

/* core_names() -> list[str]
 * The cores that this processor runs, the fastest first. */
static PyObject *core_names(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(none))
{
    PyObject *names = PyList_New(0);
    core_t core;
    for (size_t at = 0; names && core_at(at, &core); at++)
        append(&names, PyUnicode_FromString(core_name(core)));
    return names;
}

PyMethodDef core_methods[] = {
    {"core_names", core_names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
