/* Work without the lock of the interpreter. */
#include "bind/bind.h"

bool begin_alone(atomic_bool *running)
{
    if (!atomic_exchange(running, true))
        return true;
    PyErr_SetString(PyExc_RuntimeError, "the search is running in another thread");
    return false;
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
