/* Random streams: xoshiro256** seeded from (key, record). sudokutools/_support/streams.py specifies
 * them and is the twin of this file; both draw the same numbers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t s[4];
} stream_t;

/* Absorb `length` bytes of "command\0seed" into the four words of a key. */
void stream_key(uint64_t key[4], const unsigned char *message, size_t length);

void stream_start(stream_t *stream, const uint64_t key[4], uint64_t record);

/* Draw 64 random bits. */
static inline uint64_t stream_next(stream_t *stream)
{
    uint64_t *s = stream->s;
    uint64_t product = s[1] * 5;
    uint64_t result = ((product << 7) | (product >> 57)) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Draw a number below `limit` (1 or more), every one exactly equally likely. */
static inline uint64_t stream_below(stream_t *stream, uint64_t limit)
{
    unsigned __int128 product = (unsigned __int128)stream_next(stream) * limit;
    if ((uint64_t)product < limit) {
        uint64_t unfair = -limit % limit;
        while ((uint64_t)product < unfair)
            product = (unsigned __int128)stream_next(stream) * limit;
    }
    return (uint64_t)(product >> 64);
}

/* Shuffle bytes, every order equally likely (Fisher and Yates). */
static inline void stream_shuffle(stream_t *stream, uint8_t *items, int count)
{
    for (int last = count - 1; last > 0; last--) {
        int other = (int)stream_below(stream, (uint64_t)last + 1);
        uint8_t item = items[last];
        items[last] = items[other];
        items[other] = item;
    }
}
