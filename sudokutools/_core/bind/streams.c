/* Python's view of streams.c: keys, and enough for the tests to compare it with its twin. */
#include "bind/bind.h"
#include "streams.h"

int read_key(PyObject *words, void *key)
{
    unsigned long long word[4];
    if (words == Py_None)
        refuse("no key");
    else if (PyArg_ParseTuple(words, "KKKK", &word[0], &word[1], &word[2], &word[3]))
        for (int k = 0; k < 4; k++)
            ((uint64_t *)key)[k] = word[k];
    return !PyErr_Occurred();
}

bool is_state(const uint64_t words[4])
{
    return words[0] | words[1] | words[2] | words[3] || refuse("no stream has a state of zeros");
}

int read_stream(PyObject *words, void *stream)
{
    uint64_t *state = ((stream_t *)stream)->s;
    return read_key(words, state) && is_state(state);
}

PyObject *state_of(const uint64_t words[4])
{
    return Py_BuildValue("(KKKK)", (unsigned long long)words[0], (unsigned long long)words[1],
                         (unsigned long long)words[2], (unsigned long long)words[3]);
}

/* Return the first numbers below limit of a stream (limit 0: 64 bits each); message is
 * "command\0seed". */
FUNCTION(stream_numbers)
{
    const char *message;
    Py_ssize_t length, count;
    unsigned long long record, limit;
    if (!PyArg_ParseTuple(args, "y#KnK", &message, &length, &record, &count, &limit))
        return NULL;
    uint64_t key[4];
    stream_t stream;
    stream_key(key, (const unsigned char *)message, (size_t)length);
    stream_start(&stream, key, record);
    PyObject *numbers = PyList_New(0);
    for (Py_ssize_t i = 0; numbers && i < count; i++) {
        uint64_t drawn = limit ? stream_below(&stream, limit) : stream_next(&stream);
        append(&numbers, PyLong_FromUnsignedLongLong(drawn));
    }
    return numbers;
}
