/* Sixteen bytes at once: the vector operations of the canonical forms.
 *
 *     byte    0  1  2  3 | 4  5  6  7 | 8  9 10 11 | 12 13 14 15
 *     holds   c1 c2 c3 -   c4 c5 c6 -   c7 c8 c9 -    -  -  -  -     of a row: a stack a word
 *
 * With BYTES_SSE the operations are single instructions of SSE4.1; without, plain C. */
#pragma once

#include <stdint.h>
#include <string.h>

#ifdef BYTES_SSE

#include <smmintrin.h>

typedef __m128i bytes_t;

#define BYTES_OF(...) _mm_setr_epi8(__VA_ARGS__)

static inline bytes_t bytes_load(const void *from) { return _mm_loadu_si128(from); }
static inline void bytes_store(void *to, bytes_t a) { _mm_storeu_si128(to, a); }
static inline bytes_t bytes_all(int x) { return _mm_set1_epi8((char)x); }
static inline bytes_t bytes_and(bytes_t a, bytes_t b) { return _mm_and_si128(a, b); }
static inline bytes_t bytes_or(bytes_t a, bytes_t b) { return _mm_or_si128(a, b); }
static inline bytes_t bytes_add(bytes_t a, bytes_t b) { return _mm_add_epi8(a, b); }
static inline bytes_t bytes_less(bytes_t a, bytes_t b) { return _mm_subs_epu8(a, b); }
static inline bytes_t bytes_least(bytes_t a, bytes_t b) { return _mm_min_epu8(a, b); }
static inline bytes_t bytes_most(bytes_t a, bytes_t b) { return _mm_max_epu8(a, b); }
static inline bytes_t bytes_equal(bytes_t a, bytes_t b) { return _mm_cmpeq_epi8(a, b); }
static inline bytes_t bytes_pick(bytes_t from, bytes_t at) { return _mm_shuffle_epi8(from, at); }
static inline bytes_t bytes_select(bytes_t where, bytes_t a, bytes_t b)
{
    return _mm_blendv_epi8(b, a, where);
}
static inline unsigned bytes_high_bits(bytes_t a) { return (unsigned)_mm_movemask_epi8(a); }
static inline bytes_t bytes_high_nibbles(bytes_t a)
{
    return _mm_and_si128(_mm_srli_epi16(a, 4), _mm_set1_epi8(15));
}
static inline uint64_t bytes_low_word(bytes_t a) { return (uint64_t)_mm_cvtsi128_si64(a); }
static inline void bytes_to_words(uint32_t to[4], bytes_t a) { _mm_storeu_si128((void *)to, a); }
static inline bytes_t bytes_of_words(const uint32_t from[4])
{
    return _mm_loadu_si128((const void *)from);
}
static inline void bytes_weigh(uint32_t to[4], bytes_t a)
{
    const bytes_t weights = _mm_set1_epi32(0x00010951);
    const bytes_t pairs = _mm_maddubs_epi16(weights, a);
    _mm_storeu_si128((void *)to, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
}
/* Write rows and columns exchanged; four rows make words of four bytes, four of those a row. */
static inline void bytes_transpose(uint8_t to[9][16], uint8_t from[9][16])
{
    const bytes_t zero = _mm_setzero_si128();
    bytes_t words[3][3]; /* by band and by stack */
    for (int band = 0; band < 3; band++) {
        const bytes_t one = bytes_load(from[3 * band]), two = bytes_load(from[3 * band + 1]),
                      three = bytes_load(from[3 * band + 2]);
        const bytes_t left = _mm_unpacklo_epi8(one, two), right = _mm_unpackhi_epi8(one, two);
        const bytes_t left3 = _mm_unpacklo_epi8(three, zero);
        words[band][0] = _mm_unpacklo_epi16(left, left3);
        words[band][1] = _mm_unpackhi_epi16(left, left3);
        words[band][2] = _mm_unpacklo_epi16(right, _mm_unpackhi_epi8(three, zero));
    }
    for (int stack = 0; stack < 3; stack++) {
        const bytes_t one = words[0][stack], two = words[1][stack], three = words[2][stack];
        const bytes_t left = _mm_unpacklo_epi32(one, two), left3 = _mm_unpacklo_epi32(three, zero);
        const bytes_t right = _mm_unpackhi_epi32(one, two),
                      right3 = _mm_unpackhi_epi32(three, zero);
        bytes_store(to[3 * stack], _mm_unpacklo_epi64(left, left3));
        bytes_store(to[3 * stack + 1], _mm_unpackhi_epi64(left, left3));
        bytes_store(to[3 * stack + 2], _mm_unpacklo_epi64(right, right3));
    }
}

#else

typedef struct {
    uint8_t at[16];
} bytes_t;

#define BYTES_OF(...) ((bytes_t){{__VA_ARGS__}})
#define BYTES_EACH(expression) \
    bytes_t result; \
    for (int i = 0; i < 16; i++) \
        result.at[i] = (uint8_t)(expression); \
    return result

/* Read and write 16 bytes, on any address. */
static inline bytes_t bytes_load(const void *from)
{
    bytes_t result;
    memcpy(&result, from, 16);
    return result;
}
static inline void bytes_store(void *to, bytes_t a) { memcpy(to, &a, 16); }
static inline bytes_t bytes_all(int x) { BYTES_EACH(x); }
static inline bytes_t bytes_and(bytes_t a, bytes_t b) { BYTES_EACH(a.at[i] & b.at[i]); }
static inline bytes_t bytes_or(bytes_t a, bytes_t b) { BYTES_EACH(a.at[i] | b.at[i]); }
static inline bytes_t bytes_add(bytes_t a, bytes_t b) { BYTES_EACH(a.at[i] + b.at[i]); }
/* a - b, and 0 where b is more. */
static inline bytes_t bytes_less(bytes_t a, bytes_t b)
{
    BYTES_EACH(a.at[i] > b.at[i] ? a.at[i] - b.at[i] : 0);
}
static inline bytes_t bytes_least(bytes_t a, bytes_t b)
{
    BYTES_EACH(a.at[i] < b.at[i] ? a.at[i] : b.at[i]);
}
static inline bytes_t bytes_most(bytes_t a, bytes_t b)
{
    BYTES_EACH(a.at[i] > b.at[i] ? a.at[i] : b.at[i]);
}
/* 255 where they are equal, else 0. */
static inline bytes_t bytes_equal(bytes_t a, bytes_t b)
{
    BYTES_EACH(a.at[i] == b.at[i] ? 255 : 0);
}
/* from[at[i]], and 0 where at[i] is 128 or more; it is never from 16 to 127. */
static inline bytes_t bytes_pick(bytes_t from, bytes_t at)
{
    BYTES_EACH(at.at[i] & 128 ? 0 : from.at[at.at[i] & 15]);
}
/* a where the highest bit of `where` is set, else b. */
static inline bytes_t bytes_select(bytes_t where, bytes_t a, bytes_t b)
{
    BYTES_EACH(where.at[i] & 128 ? a.at[i] : b.at[i]);
}
/* The highest bit of each byte; byte 0 gives bit 0. */
static inline unsigned bytes_high_bits(bytes_t a)
{
    unsigned bits = 0;
    for (int i = 0; i < 16; i++)
        bits |= (unsigned)(a.at[i] >> 7) << i;
    return bits;
}
static inline bytes_t bytes_high_nibbles(bytes_t a) { BYTES_EACH(a.at[i] >> 4); }
/* Bytes 0 to 7 as a number, byte 0 the lowest. */
static inline uint64_t bytes_low_word(bytes_t a)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)a.at[i] << (8 * i);
    return word;
}
/* Four bytes a word, the first the lowest; and the reverse. */
static inline void bytes_to_words(uint32_t to[4], bytes_t a)
{
    for (int word = 0; word < 4; word++)
        to[word] = (uint32_t)a.at[4 * word] | (uint32_t)a.at[4 * word + 1] << 8 |
                   (uint32_t)a.at[4 * word + 2] << 16 | (uint32_t)a.at[4 * word + 3] << 24;
}
static inline bytes_t bytes_of_words(const uint32_t from[4])
{
    BYTES_EACH(from[i / 4] >> 8 * (i % 4));
}
/* 81 a + 9 b + c of the first three bytes of each word; they are at most 127. */
static inline void bytes_weigh(uint32_t to[4], bytes_t a)
{
    for (int word = 0; word < 4; word++)
        to[word] = 81u * a.at[4 * word] + 9u * a.at[4 * word + 1] + a.at[4 * word + 2];
}
/* Write the nine rows of a grid, with gaps, as nine columns. */
static inline void bytes_transpose(uint8_t to[9][16], uint8_t from[9][16])
{
    memset(to, 0, 9 * 16);
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++)
            to[column][row / 3 * 4 + row % 3] = from[row][column / 3 * 4 + column % 3];
}

#undef BYTES_EACH
#endif
