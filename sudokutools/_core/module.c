/* The extension module sudokutools._native: it ties the kernels together, a file of bind/ a
 * subject. The kernels themselves know nothing of Python. */
#include "bind/bind.h"

static PyMethodDef *const tables[] = {
    blackjack_methods, bulk_methods,    cages_methods,        canonical_methods,
    core_methods,      dig_methods,     generate_methods,     rate_methods,
    streams_methods,   variant_methods, variant_rate_methods,
};

static int add_functions(PyObject *module)
{
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (PyModule_AddFunctions(module, tables[i]) < 0)
            return -1;
    return cdcl_add_type(module) < 0 ? -1 : variant_add_type(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)add_functions},
    {0, NULL},
};

static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "sudokutools._native",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
