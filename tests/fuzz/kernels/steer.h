/* Streams and generators that are steered to numbers which chance hardly ever draws, such as
 * rejected ones, by inverting the generators. */
#pragma once

#include "blackjack/shoe.h"
#include "streams.h"

#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* The inverse of an odd number modulo 2^64, by Newton: 3 bits of it are right, then 6, ... */
static inline uint64_t inverse(uint64_t odd)
{
    uint64_t found = odd;
    for (int k = 0; k < 5; k++)
        found *= 2 - odd * found;
    return found;
}

/* The output function of SplitMix64, as its author writes it, and back. */
static inline uint64_t mixed(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t unmixed(uint64_t z)
{
    z = (z ^ z >> 31 ^ z >> 62) * inverse(UINT64_C(0x94d049bb133111eb));
    z = (z ^ z >> 27 ^ z >> 54) * inverse(UINT64_C(0xbf58476d1ce4e5b9));
    return z ^ z >> 30 ^ z >> 60;
}

/* The word s[1] with which xoshiro256** draws a number. */
static inline uint64_t word_before(uint64_t number)
{
    number *= inverse(9);
    return (number >> 7 | number << 57) * inverse(5);
}

/* Write the key whose stream of a record begins in a state. */
static inline void key_before(uint64_t key[4], const uint64_t state[4], uint64_t record)
{
    for (uint64_t lane = 0; lane < 4; lane++)
        key[lane] = unmixed(state[lane]) - (4 * record + lane + 1) * GOLDEN;
}

/* Undo one step of xoshiro128++. */
static inline void step_back(generator_t *generator)
{
    uint32_t *s = generator->s;
    s[3] = rotate(s[3], 21);
    s[0] ^= s[3];
    uint32_t both = s[1] ^ s[2]; /* s[1] ^ s[1] << 9 of the step before. */
    uint32_t one = both ^ both << 9 ^ both << 18 ^ both << 27;
    s[2] = s[1] ^ one ^ s[0];
    s[1] = one;
    s[3] ^= one;
}

/* Let a generator draw a number after `draws` others. */
static inline void steer(generator_t *generator, uint32_t number, int draws)
{
    uint32_t *s = generator->s;
    s[3] = rotate(number - s[0], 25) - s[0];
    while (draws--)
        step_back(generator);
}

/* Write the key whose generator of a record begins in a state. */
static inline void key_of_generator(uint64_t key[4], const generator_t *generator, uint64_t record)
{
    const uint32_t *s = generator->s;
    uint64_t one = word_before(s[0] | (uint64_t)s[1] << 32);
    const uint64_t state[4] = {1, one, word_before(s[2] | (uint64_t)s[3] << 32) ^ one ^ 1, 0};
    key_before(key, state, record);
}

/* A number at the edge of the 32-bit numbers that are rejected below a limit; if none has such a
 * product, a small one. */
static inline uint32_t edge_of(uint32_t limit, uint32_t beside)
{
    uint32_t unfair = (uint32_t)((UINT64_C(1) << 32) % limit);
    return limit & 1 ? (uint32_t)inverse(limit) * (unfair + beside - 2) : beside;
}
