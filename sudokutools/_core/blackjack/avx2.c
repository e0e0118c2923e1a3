/* The lanes of the simulator with AVX2: 16 to a vector. */
#if defined(__x86_64__)
#if defined(__clang__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,popcnt")
#include <immintrin.h>
#endif
#include <stdint.h>

#define LANES 16
#define GROUPS 4
#define PLAY_LANES sim_lanes_avx2

typedef __m256i vec_t, mask_t;
typedef uint32_t bits_t;
#define BIT_STEP 2 /* two bits a lane */
#define LANE_BITS 0x55555555

#define LOAD(p) _mm256_load_si256((const __m256i *)(const void *)(p))
#define STORE(p, v) _mm256_store_si256((__m256i *)(void *)(p), v)
#define SET16(x) _mm256_set1_epi16((short)(x))
#define ADD16 _mm256_add_epi16
#define SUB16 _mm256_sub_epi16
#define ADD32 _mm256_add_epi32
#define SHIFT32 _mm256_slli_epi32
#define ROTATE32(x, k) _mm256_or_si256(_mm256_slli_epi32(x, k), _mm256_srli_epi32(x, 32 - (k)))
#define XOR _mm256_xor_si256
#define AND _mm256_and_si256
#define MUL_LOW _mm256_mullo_epi16
#define MUL_HIGH _mm256_mulhi_epu16
#define MAX_U _mm256_max_epu16
#define MIN_U _mm256_min_epu16
#define SHIFT_R16 _mm256_srli_epi16
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
#define GATHER gather

/* Look up the entries of states and pairs of cards: table[100 * state + pair]. */
static inline __m256i gather(const uint16_t *table, __m256i state, __m256i pair)
{
    const __m256i row = _mm256_set1_epi32(1 << 16 | 100), low = _mm256_set1_epi32(0xffff);
    __m256i a = _mm256_madd_epi16(_mm256_unpacklo_epi16(state, pair), row);
    __m256i b = _mm256_madd_epi16(_mm256_unpackhi_epi16(state, pair), row);
    a = _mm256_i32gather_epi32((const int *)(const void *)table, a, 2);
    b = _mm256_i32gather_epi32((const int *)(const void *)table, b, 2);
    return _mm256_packus_epi32(_mm256_and_si256(a, low), _mm256_and_si256(b, low));
}

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
