/* Python's view of blackjack_odds.c. */
#include "bind.h"
#include "blackjack_odds.h"

#include <string.h>

#define CAPSULE "sudokutools._native.odds"

static void free_capsule(PyObject *capsule)
{
    odds_free(PyCapsule_GetPointer(capsule, CAPSULE));
}

/* odds_new(counts: bytes, flags: bytes, double: int, max_hands: int, max_ace_hands: int,
 *          upcard: int, hand: int) -> capsule
 * flags: h17, das, peek, hit split aces, infinite; double: 0 any2, 1 9-11, 2 10-11. */
static PyObject *odds_new_py(PyObject *self, PyObject *args)
{
    const char *counts, *flags;
    Py_ssize_t count_length, flag_length;
    int doubles, upcard;
    unsigned long long hand;
    odds_rules_t rules;
    (void)self;
    memset(&rules, 0, sizeof rules);
    if (!PyArg_ParseTuple(args, "y#y#iiiiK", &counts, &count_length, &flags, &flag_length,
                          &doubles, &rules.max_hands, &rules.max_ace_hands, &upcard, &hand))
        return NULL;
    if (count_length != 10 || flag_length != 5 || doubles < 0 || doubles > 2 || upcard < -1 ||
        upcard > 9 || rules.max_hands < 1 || rules.max_hands > 4 || rules.max_ace_hands < 1 ||
        rules.max_ace_hands > 4) {
        PyErr_SetString(PyExc_ValueError, "rules out of range");
        return NULL;
    }
    for (int rank = 0; rank < 10; rank++)
        rules.counts[rank] = (unsigned char)counts[rank];
    rules.hit_soft_17 = flags[0];
    rules.double_after_split = flags[1];
    rules.peek = flags[2];
    rules.hit_split_aces = flags[3];
    rules.infinite = flags[4];
    rules.double_from = doubles == 0 ? 0 : doubles == 1 ? 9 : 10;
    rules.double_to = doubles == 0 ? 21 : 11;
    odds_t *odds;
    Py_BEGIN_ALLOW_THREADS
    odds = odds_new(&rules, upcard, hand);
    Py_END_ALLOW_THREADS
    if (!odds)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(odds, CAPSULE, free_capsule);
    if (!capsule)
        odds_free(odds);
    return capsule;
}

/* Read the arguments that both functions below begin with. Return NULL with an exception set. */
static odds_t *checked(PyObject *capsule, int upcard, int pair)
{
    if (upcard < 0 || upcard > 9 || pair < -1 || pair > 9) {
        PyErr_SetString(PyExc_ValueError, "rank out of range");
        return NULL;
    }
    return PyCapsule_GetPointer(capsule, CAPSULE);
}

/* odds_values(odds, upcard: int, hand: int, pair: int, left: int, same: bool)
 *     -> (stand, hit, double, cdz, cdp1, cdp) */
static PyObject *odds_values_py(PyObject *self, PyObject *args)
{
    PyObject *capsule;
    int upcard, pair, left, same;
    unsigned long long hand;
    double v[6];
    (void)self;
    if (!PyArg_ParseTuple(args, "OiKiip", &capsule, &upcard, &hand, &pair, &left, &same))
        return NULL;
    odds_t *odds = checked(capsule, upcard, pair);
    if (!odds)
        return NULL;
    odds_values(odds, upcard, hand, pair, left, same, v);
    return Py_BuildValue("(dddddd)", v[0], v[1], v[2], v[3], v[4], v[5]);
}

/* odds_chart_values(odds, upcard: int, hand: int, pair: int, plan: bytes) -> (play, hit, split) */
static PyObject *odds_chart_values_py(PyObject *self, PyObject *args)
{
    PyObject *capsule;
    int upcard, pair;
    unsigned long long hand;
    const char *plan;
    Py_ssize_t length;
    double v[3];
    (void)self;
    if (!PyArg_ParseTuple(args, "OiKiy#", &capsule, &upcard, &hand, &pair, &plan, &length))
        return NULL;
    odds_t *odds = checked(capsule, upcard, pair);
    if (!odds)
        return NULL;
    if (length != 44) {
        PyErr_SetString(PyExc_ValueError, "a plan has 44 totals");
        return NULL;
    }
    odds_chart_values(odds, upcard, hand, pair, (const uint8_t *)plan, v);
    return Py_BuildValue("(ddd)", v[0], v[1], v[2]);
}

PyMethodDef blackjack_methods[] = {
    {"odds_new", odds_new_py, METH_VARARGS, NULL},
    {"odds_values", odds_values_py, METH_VARARGS, NULL},
    {"odds_chart_values", odds_chart_values_py, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
