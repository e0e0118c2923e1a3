/* Work without the lock of the interpreter, searches that one thread at a time may use, and helpers
 * of all bindings. */
#include "bind/bind.h"

void *refuse(const char *message)
{
    PyErr_SetString(PyExc_ValueError, message);
    return NULL;
}

void append(PyObject **list, PyObject *item)
{
    if (!item || PyList_Append(*list, item) < 0)
        Py_CLEAR(*list);
    Py_XDECREF(item);
}

bool begin_alone(PyObject *search)
{
    if (!atomic_exchange(&((search_head_t *)search)->running, true))
        return true;
    PyErr_SetString(PyExc_RuntimeError, "the search is running in another thread");
    return false;
}

void end_alone(PyObject *search) { atomic_store(&((search_head_t *)search)->running, false); }

void *search_allocate(PyTypeObject *type)
{
    return ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

void search_release(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

bool read_number(PyObject *object, long long *number)
{
    *number = PyLong_AsLongLong(object);
    return *number != -1 || !PyErr_Occurred();
}

unlocked_t unlock(PyObject *check)
{
    return (unlocked_t){.check = check == Py_None ? NULL : check, .thread = PyEval_SaveThread()};
}

bool look_up(void *unlocked)
{
    unlocked_t *work = unlocked;
    PyEval_RestoreThread(work->thread);
    bool has_raised = PyErr_CheckSignals() < 0;
    if (!has_raised && work->check) {
        PyObject *nothing = PyObject_CallNoArgs(work->check);
        has_raised = !nothing;
        Py_XDECREF(nothing);
    }
    work->thread = PyEval_SaveThread();
    return has_raised;
}

bool relock(unlocked_t *work, int outcome)
{
    PyEval_RestoreThread(work->thread);
    if (outcome == WORK_NO_MEMORY)
        PyErr_NoMemory();
    return outcome >= WORK_DONE;
}
