/* The lanes of the simulator with AVX2: 16 to a vector. */
#if defined(__x86_64__)
#if defined(__clang__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,popcnt")
#include <immintrin.h>
#endif

#define LANES 16
#define GROUPS 4
#define PLAY_LANES sim_lanes_avx2

typedef __m256i vec_t, mask_t;
#define BIT_STEP 2 /* two bits a lane */
#define LANE_BITS 0x55555555

#define OP(name) _mm256_##name
#define WHOLE(name) _mm256_##name##_si256
#define GATHER32(table, at) _mm256_i32gather_epi32((const int *)(const void *)(table), at, 2)
#define ROTATE32(x, k) _mm256_or_si256(_mm256_slli_epi32(x, k), _mm256_srli_epi32(x, 32 - (k)))
#define GREATER _mm256_cmpgt_epi16
#define EQUAL _mm256_cmpeq_epi16
#define LESS_U(a, b) NOT_MASK(_mm256_cmpeq_epi16(_mm256_max_epu16(a, b), a))
#define AND_MASK _mm256_and_si256
#define OR_MASK _mm256_or_si256
#define NOT_MASK(m) _mm256_xor_si256(m, _mm256_set1_epi16(-1))
#define TEST(v, bits) _mm256_cmpgt_epi16(_mm256_and_si256(v, SET16(bits)), SET16(0))
#define TO_MASK(v) (v)
#define BITS(m) ((uint32_t)_mm256_movemask_epi8(m))
#define ADD_WHERE(v, m, x) _mm256_add_epi16(v, _mm256_and_si256(m, x))
#define SUB_WHERE(v, m, x) _mm256_sub_epi16(v, _mm256_and_si256(m, x))
#define BLEND(m, no, yes) _mm256_blendv_epi8(no, yes, m)

#define HIGH_HALVES(a, b) _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xaa)
#define LOW_HALVES(a, b) _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xaa)

#include "blackjack/vectors.h"

/* Count the codes of entries in 4 bits each: 1 to 4 in the first vector, 5 to 7 in the second.
 * A byte is looked up by its code, and by 8 more in the high half of a lane. */
static inline void count_codes(uint16_t nibbles[2][LANES], __m256i entry)
{
    const __m256i one = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 1, 16, 0, 0, 0));
    const __m256i two =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 0, 1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 1));
    __m256i code = _mm256_and_si256(entry, SET16(7));
    code = _mm256_or_si256(_mm256_mullo_epi16(code, SET16(0x101)), SET16(0x800));
    STORE(nibbles[0], ADD16(LOAD(nibbles[0]), _mm256_shuffle_epi8(one, code)));
    STORE(nibbles[1], ADD16(LOAD(nibbles[1]), _mm256_shuffle_epi8(two, code)));
}

#include "blackjack/lanes_play.h"

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
