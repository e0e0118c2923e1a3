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

#define LANES 32
#define GROUPS 3
#define PLAY_LANES sim_lanes_avx512

typedef __m512i vec_t;
typedef __mmask32 mask_t;
#define BIT_STEP 1 /* one bit a lane */
#define LANE_BITS 0xffffffff

#define OP(name) _mm512_##name
#define WHOLE(name) _mm512_##name##_si512
#define GATHER32(table, at) _mm512_i32gather_epi32(at, table, 2)
#define ROTATE32 _mm512_rol_epi32
#define GREATER _mm512_cmpgt_epi16_mask
#define EQUAL _mm512_cmpeq_epi16_mask
#define LESS_U _mm512_cmplt_epu16_mask
#define AND_MASK(a, b) ((mask_t)((a) & (b)))
#define OR_MASK(a, b) ((mask_t)((a) | (b)))
#define NOT_MASK(m) ((mask_t) ~(m))
#define TEST(v, bits) _mm512_test_epi16_mask(v, SET16(bits))
#define TO_MASK _mm512_movepi16_mask
#define BITS(m) ((uint32_t)(m))
#define ADD_WHERE(v, m, x) _mm512_mask_add_epi16(v, m, v, x)
#define SUB_WHERE(v, m, x) _mm512_mask_sub_epi16(v, m, v, x)
#define BLEND(m, no, yes) _mm512_mask_blend_epi16(m, no, yes)

#define HIGH_HALVES(a, b) _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(a, 16), b)
#define LOW_HALVES(a, b) _mm512_mask_blend_epi16(0xaaaaaaaa, a, _mm512_slli_epi32(b, 16))

#include "blackjack/vectors.h"

/* Count the codes of entries in 4 bits each: 1 to 4 in the first vector, 5 to 7 in the second.
 * They are looked up by the low 5 bits of an entry, of which 3 are the code. */
static inline void count_codes(uint16_t nibbles[2][LANES], __m512i entry)
{
    const __m512i one = _mm512_broadcast_i32x4(_mm_setr_epi16(0, 1, 16, 256, 4096, 0, 0, 0));
    const __m512i two = _mm512_broadcast_i32x4(_mm_setr_epi16(0, 0, 0, 0, 0, 1, 16, 256));
    STORE(nibbles[0], ADD16(LOAD(nibbles[0]), _mm512_permutexvar_epi16(entry, one)));
    STORE(nibbles[1], ADD16(LOAD(nibbles[1]), _mm512_permutexvar_epi16(entry, two)));
}

#include "blackjack/lanes_play.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
