/* The lanes of the simulator with AVX-512: 32 to a vector. */
#if defined(__x86_64__)
#if defined(__clang__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,popcnt")
#include <immintrin.h>
#endif
#include <stdint.h>

#define LANES 32
#define GROUPS 2
#define PLAY_LANES sim_lanes_avx512

typedef __m512i vec_t;
typedef __mmask32 mask_t;
typedef uint32_t bits_t;
#define BIT_STEP 1 /* one bit a lane */

#define LOAD(p) _mm512_load_si512((const void *)(p))
#define STORE(p, v) _mm512_store_si512((void *)(p), v)
#define SET16(x) _mm512_set1_epi16((short)(x))
#define ADD16 _mm512_add_epi16
#define SUB16 _mm512_sub_epi16
#define ADD32 _mm512_add_epi32
#define SHIFT32 _mm512_slli_epi32
#define ROTATE32 _mm512_rol_epi32
#define XOR _mm512_xor_si512
#define OR _mm512_or_si512
#define AND _mm512_and_si512
#define AND_NOT _mm512_andnot_si512
#define MUL_LOW _mm512_mullo_epi16
#define MUL_HIGH _mm512_mulhi_epu16
#define MAX_U _mm512_max_epu16
#define GREATER _mm512_cmpgt_epi16_mask
#define EQUAL _mm512_cmpeq_epi16_mask
#define LESS_U _mm512_cmplt_epu16_mask
#define AND_MASK(a, b) ((mask_t)((a) & (b)))
#define OR_MASK(a, b) ((mask_t)((a) | (b)))
#define NOT_MASK(m) ((mask_t) ~(m))
#define FROM_MASK _mm512_movm_epi16
#define TO_MASK _mm512_movepi16_mask
#define BITS(m) ((uint32_t)(m))
#define ADD_WHERE(v, m, x) _mm512_mask_add_epi16(v, m, v, x)
#define SUB_WHERE(v, m, x) _mm512_mask_sub_epi16(v, m, v, x)
#define BLEND(m, no, yes) _mm512_mask_blend_epi16(m, no, yes)

/* Pack the low halves of two vectors of 32-bit numbers, in order. */
static inline __m512i pack(__m512i a, __m512i b)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi32_epi16(a)),
                              _mm512_cvtepi32_epi16(b), 1);
}

static inline __m512i gather(const uint16_t *table, __m512i at)
{
    __m512i a = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(at));
    __m512i b = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(at, 1));
    return pack(_mm512_i32gather_epi32(a, table, 2), _mm512_i32gather_epi32(b, table, 2));
}

#define GATHER gather
#define PACK_HIGH(a, b) pack(_mm512_srli_epi32(a, 16), _mm512_srli_epi32(b, 16))
#define PACK_LOW(a, b) pack(a, b)

#include "blackjack/lanes.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
