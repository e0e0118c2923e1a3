/* The canonical forms with the vector instructions of SSE4.1, on processors that have them. */
#include "canonical/kernel.h"

#if defined(__x86_64__)
#include <stdlib.h>
#include <string.h>

#include <smmintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("sse4.1"))), apply_to = function)
#else
#pragma GCC target("sse4.1")
#endif

#define BYTES_SSE
#define CANONICAL_ONE canonical_one_sse
#include "canonical/variant.h"

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
