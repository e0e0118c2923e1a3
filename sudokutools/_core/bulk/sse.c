/* The bulk solver with four lanes, for processors with SSSE3. */
#include "bulk/bulk.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define LANES 4
#define BULK_SSSE3
#define BULK_SOLVE bulk_solve_sse
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("ssse3"))), apply_to = function)
#include "bulk/kernel.h"
#pragma clang attribute pop
#else
#pragma GCC target("ssse3")
#include "bulk/kernel.h"
#endif
#endif
