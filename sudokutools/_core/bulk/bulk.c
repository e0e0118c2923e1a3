/* Which compilations of the bulk solver this processor can run. */
#include "bulk/bulk.h"

const bulk_variant_t *bulk_variant_at(size_t index)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    const int avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
                       __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("bmi2");
    const int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    const int sse = __builtin_cpu_supports("ssse3");
    static const bulk_variant_t variants[] = {
        {"avx512", bulk_solve_avx512},
        {"avx2", bulk_solve_avx2},
        {"sse", bulk_solve_sse},
        {"scalar", bulk_solve_scalar},
    };
    const int available[] = {avx512, avx2, sse, 1};
#elif defined(__aarch64__)
    static const bulk_variant_t variants[] = {
        {"neon", bulk_solve_neon},
        {"scalar", bulk_solve_scalar},
    };
    const int available[] = {1, 1};
#else
    static const bulk_variant_t variants[] = {{"scalar", bulk_solve_scalar}};
    const int available[] = {1};
#endif
    for (size_t at = 0; at < sizeof available / sizeof *available; at++)
        if (available[at] && index-- == 0)
            return &variants[at];
    return NULL;
}
