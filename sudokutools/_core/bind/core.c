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

/* Return the cores that this processor runs, the fastest first. */
FUNCTION(core_names)
{
    PyObject *names = PyList_New(0);
    core_t core;
    for (size_t at = 0; names && core_at(at, &core); at++)
        append(&names, PyUnicode_FromString(core_name(core)));
    return names;
}
