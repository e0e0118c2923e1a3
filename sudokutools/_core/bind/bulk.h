/* What the bindings of bulk work share: cores and keys. */
#ifndef SUDOKUTOOLS_BIND_BULK_H
#define SUDOKUTOOLS_BIND_BULK_H

#include "bind/bind.h"
#include "bulk/bulk.h"

#include <string.h>

/* Return the solver of a name; NULL with an exception set: this processor has none. */
static inline bulk_solver_t *solver_of(const char *name)
{
    const bulk_variant_t *variant;
    for (size_t k = 0; (variant = bulk_variant_at(k)) != NULL; k++)
        if (strcmp(variant->name, name) == 0)
            return variant->solve;
    PyErr_Format(PyExc_ValueError, "no variant '%s'", name);
    return NULL;
}

/* Read a key of four words, or None as NULL, into `key`. 0, or -1 with an exception set. */
static inline int read_key(PyObject *words, uint64_t key[4], const uint64_t **result)
{
    *result = NULL;
    if (words == Py_None)
        return 0;
    unsigned long long word[4];
    if (!PyArg_ParseTuple(words, "KKKK", &word[0], &word[1], &word[2], &word[3]))
        return -1;
    for (int k = 0; k < 4; k++)
        key[k] = word[k];
    *result = key;
    return 0;
}

#endif
