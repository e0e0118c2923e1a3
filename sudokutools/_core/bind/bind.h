/* What module.c and the files of bind/ share: the only files that know Python. */
#ifndef SUDOKUTOOLS_BIND_BIND_H
#define SUDOKUTOOLS_BIND_BIND_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

extern PyMethodDef canonical_methods[];
extern PyMethodDef generate_methods[];
extern PyMethodDef bulk_methods[];
extern PyMethodDef dig_methods[];
extern PyMethodDef streams_methods[];
extern PyMethodDef blackjack_methods[];

/* Add the type of searches for exact covers. Return 0, or -1 with an exception set. */
int cdcl_add_type(PyObject *module);
extern PyMethodDef rate_methods[];

/* Make the tables of ratings, once. */
void prepare_ratings(void);

#endif
