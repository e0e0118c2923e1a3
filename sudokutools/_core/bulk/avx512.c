/* The bulk solver with sixteen lanes, for processors with AVX-512 (VBMI, VBMI2 and VPOPCNTDQ). */
#include "bulk/bulk.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define LANES 16
#define BULK_SOLVE bulk_solve_avx512
#if defined(__clang__)
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2," \
                          "avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt"))), \
    apply_to = function)
#include "bulk/kernel.h"
#pragma clang attribute pop
#else
#pragma GCC target( \
    "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt")
#include "bulk/kernel.h"
#endif
#endif
