/* The cores: which variants of the kernels may run.
 *
 * A core is a named set, together with the instructions of it that the processor has. A kernel is
 * compiled for some of these sets of instructions, and takes the fastest variant that its core has:
 *
 *     core               name      bulk solver   canonical   simulator   odds
 *     CORE_SCALAR        scalar    plain         plain       plain       plain
 *     CORE_NEON          neon      plain         plain       plain       plain
 *     CORE_SSE41         sse       plain         sse         plain       plain
 *     CORE_AVX2          avx2      avx2          sse         avx2        plain
 *     CORE_AVX512        avx512    avx2          sse         avx512      avx512
 *     CORE_AVX512_VBMI   avx512    avx512        sse         avx512      avx512
 *
 * All variants give the same results. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    CORE_SCALAR, /* whatever the compiler takes for granted */
    CORE_NEON,
    CORE_SSE41,
    CORE_AVX2,        /* with BMI2 */
    CORE_AVX512,      /* F and BW */
    CORE_AVX512_VBMI, /* with VL, VBMI, VBMI2 and VPOPCNTDQ */
    CORE_COUNT
} core_t;

/* Find core number `index`, of each name the best, the best first; false after CORE_SCALAR. */
bool core_at(size_t index, core_t *core);

const char *core_name(core_t core);

/* Find the core of a name. Return false: this processor or this build has none. */
bool core_find(const char *name, core_t *core);

/* Whether a core has the instructions of another one, and the processor, too. */
bool core_has(core_t core, core_t other);
