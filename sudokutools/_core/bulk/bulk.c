/* Which compilation of the bulk solver a core uses. */
#include "bulk/bulk.h"

bulk_solver_t *bulk_solver(core_t core)
{
#if defined(__x86_64__)
    if (core_has(core, CORE_AVX512_VBMI))
        return bulk_solve_avx512;
    if (core_has(core, CORE_AVX2))
        return bulk_solve_avx2;
#endif
    (void)core;
    return bulk_solve_plain;
}
