/* The extension module sudokutools._native: it ties the kernels together, a file of bind/ a
 * subject. The kernels themselves know nothing of Python. */
#include "bind/bind.h"

#define ENTRY(name) {#name, py_##name, METH_VARARGS, NULL},

static PyMethodDef functions[] = {FUNCTIONS(ENTRY){NULL, NULL, 0, NULL}};

static PyType_Spec *const types[] = {&cdcl_spec, &variant_spec};

static int add_type(PyObject *module, PyType_Spec *spec)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    int failed = type ? PyModule_AddType(module, (PyTypeObject *)type) : -1;
    Py_XDECREF(type);
    if (failed &&
        !PyErr_Occurred()) /* Python 3.11 raises nothing if a type's name gets no memory. */
        PyErr_NoMemory();
    return failed;
}

static int add_types(PyObject *module)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (add_type(module, types[i]) < 0)
            return -1;
    return 0;
}

/* The module for each version of Python: names for slots that the stable ABI of 3.11 does
 * not have. Data shared by kernels are constant or atomic; an object serves one thread at a time.
 * So each interpreter may have a lock of its own (3.12), or there may be none (3.13). */
enum { MULTIPLE_INTERPRETERS = 3, GIL = 4 };
#define EACH_ITS_OWN_LOCK ((void *)2)
#define NO_LOCK ((void *)1)

static PyModuleDef_Slot slots[] = {
    {GIL, NO_LOCK},
    {MULTIPLE_INTERPRETERS, EACH_ITS_OWN_LOCK},
    {Py_mod_exec, (void *)add_types},
    {0, NULL},
};

#define DEFINITION(first) \
    { \
        .m_base = PyModuleDef_HEAD_INIT, .m_name = "sudokutools._native", .m_methods = functions, \
        .m_slots = slots + first \
    }

static PyModuleDef definition = DEFINITION(0), for_312 = DEFINITION(1), for_311 = DEFINITION(2);

PyMODINIT_FUNC PyInit__native(void)
{
    if (Py_Version < 0x030c0000)
        return PyModuleDef_Init(&for_311);
    return PyModuleDef_Init(Py_Version < 0x030d0000 ? &for_312 : &definition);
}
