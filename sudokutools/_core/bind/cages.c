/* Python's view of cages/cages.h: a map is a capsule, and the stream comes and goes as its state.
 * */
#include "bind/bind.h"
#include "cages/cages.h"

#include <string.h>

static const char MAP[] = "sudokutools._native.cage_map";

static void free_map(PyObject *capsule) { cage_map_free(PyCapsule_GetPointer(capsule, MAP)); }

static int read_map(PyObject *capsule, void *map)
{
    *(cage_map_t **)map = PyCapsule_GetPointer(capsule, MAP);
    return !PyErr_Occurred();
}

static bool are_symbols(const char *symbols, Py_ssize_t length, int n)
{
    bool are = true;
    for (Py_ssize_t i = 0; i < length; i++)
        are &= symbols[i] && (unsigned char)symbols[i] <= n;
    return are;
}

FUNCTION(cage_map)
{
    cages_task_t task;
    const char *symbols;
    Py_ssize_t length;
    stream_t stream;
    if (!PyArg_ParseTuple(args, "y#iiiiiiO&", &symbols, &length, &task.columns, &task.n, &task.low,
                          &task.high, &task.weight, &task.share, read_stream, &stream))
        return NULL;
    bool is_grid = length > 0 && length <= CAGES_MOST_SYMBOLS * CAGES_MOST_SYMBOLS &&
                   task.columns > 0 && length % task.columns == 0 && task.n > 0 &&
                   task.n <= CAGES_MOST_SYMBOLS && are_symbols(symbols, length, task.n);
    if (!is_grid || task.low < 1 || task.low > task.high || task.high > task.n)
        return refuse("no such grid or no such cages");
    if (task.share < 0 || task.share > 100)
        return refuse("no such percentage");
    task.symbols = (const uint8_t *)symbols;
    task.rows = (int)length / task.columns;
    cage_map_t *map = cage_map_new(&task, &stream);
    if (!map)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(map, MAP, free_map);
    if (!capsule) {
        cage_map_free(map);
        return NULL;
    }
    return Py_BuildValue("(NN)", capsule, state_of(stream.s));
}

FUNCTION(cage_map_ease)
{
    cage_map_t *map;
    stream_t stream;
    if (!PyArg_ParseTuple(args, "O&O&", read_map, &map, read_stream, &stream))
        return NULL;
    cage_map_ease(map, &stream);
    return state_of(stream.s);
}

FUNCTION(cage_map_rule_out)
{
    cage_map_t *map;
    const char *other;
    Py_ssize_t length;
    stream_t stream;
    if (!PyArg_ParseTuple(args, "O&y#O&", read_map, &map, &other, &length, read_stream, &stream))
        return NULL;
    if (length != cage_map_size(map) || !are_symbols(other, length, cage_map_n(map)) ||
        !memcmp(other, cage_map_symbols(map), (size_t)length))
        return refuse("this is no other solution");
    int done = cage_map_rule_out(map, (const uint8_t *)other, &stream);
    if (done < 0)
        return PyErr_NoMemory();
    return Py_BuildValue("(NN)", PyBool_FromLong(done), state_of(stream.s));
}

/* Return the number of the cage of each cell, two bytes each. */
FUNCTION(cage_map_owner)
{
    cage_map_t *map;
    if (!PyArg_ParseTuple(args, "O&", read_map, &map))
        return NULL;
    const char *numbers = (const char *)cage_map_owner(map);
    return PyBytes_FromStringAndSize(numbers, (Py_ssize_t)sizeof(uint16_t) * cage_map_size(map));
}
