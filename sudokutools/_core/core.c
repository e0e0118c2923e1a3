/* Which cores there are here: the only file that asks the processor. */
#include "core.h"

#include <string.h>

static const char *const names[CORE_COUNT] = {
    [CORE_SCALAR] = "scalar", [CORE_NEON] = "neon",     [CORE_SSE41] = "sse",
    [CORE_AVX2] = "avx2",     [CORE_AVX512] = "avx512", [CORE_AVX512_VBMI] = "avx512",
};

static bool runs(core_t core)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    switch (core) {
    case CORE_SCALAR:
        return true;
    case CORE_SSE41:
        return __builtin_cpu_supports("sse4.1");
    case CORE_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    case CORE_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
    case CORE_AVX512_VBMI:
        return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vpopcntdq");
    default:
        return false;
    }
#elif defined(__aarch64__)
    return core == CORE_SCALAR || core == CORE_NEON;
#else
    return core == CORE_SCALAR;
#endif
}

bool core_has(core_t core, core_t other) { return other <= core && runs(other); }

bool core_at(size_t index, core_t *core)
{
    const char *before = "";
    for (int at = CORE_COUNT - 1; at >= CORE_SCALAR; at--) {
        if (!runs((core_t)at) || strcmp(names[at], before) == 0)
            continue;
        before = names[at];
        *core = (core_t)at;
        if (index-- == 0)
            return true;
    }
    return false;
}

const char *core_name(core_t core) { return names[core]; }

bool core_find(const char *name, core_t *core)
{
    for (size_t at = 0; core_at(at, core); at++)
        if (strcmp(names[*core], name) == 0)
            return true;
    return false;
}
