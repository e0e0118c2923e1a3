/* Sixteen bytes at once: the vector operations of the canonical forms.
 *
 *     byte    0  1  2  3 | 4  5  6  7 | 8  9 10 11 | 12 13 14 15
 *     holds   c1 c2 c3 -   c4 c5 c6 -   c7 c8 c9 -    -  -  -  -     of a row: a stack a word
 *
 * Logic, sums and comparisons are the compiler's vector operations. With BYTES_SSE the others are
 * single instructions of SSE4.1; without, plain C. */
#pragma once

#include <stdint.h>
#include <string.h>

typedef uint8_t bytes_t __attribute__((vector_size(16)));

#define BYTES_OF(...) ((bytes_t){__VA_ARGS__})

/* Read and write 16 bytes, on any address. */
static inline bytes_t bytes_load(const void *from)
{
    bytes_t result;
    memcpy(&result, from, 16);
    return result;
}
static inline void bytes_store(void *to, bytes_t a) { memcpy(to, &a, 16); }
static inline bytes_t bytes_all(int x) { return (bytes_t){0} + (uint8_t)x; }
/* 255 where they are equal, else 0. */
static inline bytes_t bytes_equal(bytes_t a, bytes_t b) { return (bytes_t)(a == b); }

#ifdef BYTES_SSE

#include <smmintrin.h>

#define bytes_less(a, b) ((bytes_t)_mm_subs_epu8((__m128i)(a), (__m128i)(b)))
#define bytes_least(a, b) ((bytes_t)_mm_min_epu8((__m128i)(a), (__m128i)(b)))
#define bytes_most(a, b) ((bytes_t)_mm_max_epu8((__m128i)(a), (__m128i)(b)))
#define bytes_pick(from, at) ((bytes_t)_mm_shuffle_epi8((__m128i)(from), (__m128i)(at)))
#define bytes_select(where, a, b) \
    ((bytes_t)_mm_blendv_epi8((__m128i)(b), (__m128i)(a), (__m128i)(where)))
#define bytes_high_bits(a) ((unsigned)_mm_movemask_epi8((__m128i)(a)))
static inline uint64_t bytes_low_word(bytes_t a) { return (uint64_t)_mm_cvtsi128_si64((__m128i)a); }
static inline void bytes_to_words(uint32_t to[4], bytes_t a) { bytes_store(to, a); }
static inline bytes_t bytes_of_words(const uint32_t from[4]) { return bytes_load(from); }
static inline void bytes_weigh(uint32_t to[4], bytes_t a)
{
    const __m128i pairs = _mm_maddubs_epi16(_mm_set1_epi32(0x00010951), (__m128i)a);
    bytes_store(to, (bytes_t)_mm_madd_epi16(pairs, _mm_set1_epi16(1)));
}
/* Write rows and columns exchanged; four rows make words of four bytes, four of those a row. */
static inline void bytes_transpose(uint8_t to[9][16], uint8_t from[9][16])
{
    const __m128i zero = _mm_setzero_si128();
    __m128i words[3][3]; /* by band and by stack */
    for (int band = 0; band < 3; band++) {
        const __m128i *rows = (const __m128i *)from[3 * band];
        const __m128i one = _mm_loadu_si128(rows), two = _mm_loadu_si128(rows + 1);
        const __m128i three = _mm_loadu_si128(rows + 2);
        const __m128i left = _mm_unpacklo_epi8(one, two), right = _mm_unpackhi_epi8(one, two);
        const __m128i left3 = _mm_unpacklo_epi8(three, zero);
        words[band][0] = _mm_unpacklo_epi16(left, left3);
        words[band][1] = _mm_unpackhi_epi16(left, left3);
        words[band][2] = _mm_unpacklo_epi16(right, _mm_unpackhi_epi8(three, zero));
    }
    for (int stack = 0; stack < 3; stack++) {
        const __m128i one = words[0][stack], two = words[1][stack], three = words[2][stack];
        const __m128i left = _mm_unpacklo_epi32(one, two), left3 = _mm_unpacklo_epi32(three, zero);
        const __m128i right = _mm_unpackhi_epi32(one, two),
                      right3 = _mm_unpackhi_epi32(three, zero);
        bytes_store(to[3 * stack], (bytes_t)_mm_unpacklo_epi64(left, left3));
        bytes_store(to[3 * stack + 1], (bytes_t)_mm_unpackhi_epi64(left, left3));
        bytes_store(to[3 * stack + 2], (bytes_t)_mm_unpacklo_epi64(right, right3));
    }
}

#else

#define AT(a) ((const uint8_t *)&(a)) /* In memory, where single bytes are quick to read. */

static inline bytes_t bytes_if(bytes_t mask, bytes_t a, bytes_t b) { return b ^ (mask & (a ^ b)); }
/* a - b, and 0 where b is more. */
static inline bytes_t bytes_less(bytes_t a, bytes_t b) { return (bytes_t)(a > b) & (a - b); }
#define bytes_least(a, b) bytes_if((bytes_t)((a) < (b)), a, b)
#define bytes_most(a, b) bytes_if((bytes_t)((a) > (b)), a, b)
/* a where the highest bit of `where` is set, else b. */
#define bytes_select(where, a, b) bytes_if((bytes_t)((where) > 127), a, b)
/* from[at[i]], and 0 where at[i] is 128 or more; it is never from 16 to 127. */
static inline bytes_t bytes_pick(bytes_t from, bytes_t at)
{
    uint8_t picked[16];
    for (int i = 0; i < 16; i++)
        picked[i] = AT(at)[i] & 128 ? 0 : AT(from)[AT(at)[i] & 15];
    return bytes_load(picked);
}
/* The highest bit of each byte; byte 0 gives bit 0. */
static inline unsigned bytes_high_bits(bytes_t a)
{
    unsigned bits = 0;
    for (int i = 0; i < 16; i++)
        bits |= (unsigned)(AT(a)[i] >> 7) << i;
    return bits;
}
/* Bytes 0 to 7 as a number, byte 0 the lowest. */
static inline uint64_t bytes_low_word(bytes_t a)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)AT(a)[i] << (8 * i);
    return word;
}
/* Four bytes a word, the first the lowest; and the reverse. */
static inline void bytes_to_words(uint32_t to[4], bytes_t a)
{
    for (int word = 0; word < 4; word++)
        to[word] = (uint32_t)AT(a)[4 * word] | (uint32_t)AT(a)[4 * word + 1] << 8 |
                   (uint32_t)AT(a)[4 * word + 2] << 16 | (uint32_t)AT(a)[4 * word + 3] << 24;
}
static inline bytes_t bytes_of_words(const uint32_t from[4])
{
    uint8_t bytes[16];
    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(from[i / 4] >> 8 * (i % 4));
    return bytes_load(bytes);
}
/* 81 a + 9 b + c of the first three bytes of each word; they are at most 127. */
static inline void bytes_weigh(uint32_t to[4], bytes_t a)
{
    for (int word = 0; word < 4; word++)
        to[word] = 81u * AT(a)[4 * word] + 9u * AT(a)[4 * word + 1] + AT(a)[4 * word + 2];
}
/* Write the nine rows of a grid, with gaps, as nine columns. */
static inline void bytes_transpose(uint8_t to[9][16], uint8_t from[9][16])
{
    memset(to, 0, 9 * 16);
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++)
            to[column][row / 3 * 4 + row % 3] = from[row][column / 3 * 4 + column % 3];
}

#undef AT
#endif
