/* The bulk solver with eight lanes, for processors with AVX2. */
#include "bulk/bulk.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define LANES 8
#define BULK_SOLVE bulk_solve_avx2
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), \
                             apply_to = function)
#include "bulk/kernel.h"
#pragma clang attribute pop
#else
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#include "bulk/kernel.h"
#endif
#endif
