/* Seeding of random streams; the specification is the docstring of sudokutools/_support/streams.py.
 * */
#include "streams.h"

#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* The output function of SplitMix64, one to one on 64-bit words. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void absorb(uint64_t key[4], uint64_t word)
{
    for (int lane = 0; lane < 4; lane++)
        key[lane] = mix(key[lane] ^ word);
}

void stream_key(uint64_t key[4], const unsigned char *message, size_t length)
{
    for (int lane = 0; lane < 4; lane++)
        key[lane] = (uint64_t)(lane + 1) * GOLDEN;
    for (size_t at = 0; at < length; at += 8) {
        uint64_t word = 0;
        for (size_t byte = at; byte < at + 8 && byte < length; byte++)
            word |= (uint64_t)message[byte] << (8 * (byte - at));
        absorb(key, word);
    }
    absorb(key, (uint64_t)length);
}

void stream_start(stream_t *stream, const uint64_t key[4], uint64_t record)
{
    uint64_t any = 0;
    for (int lane = 0; lane < 4; lane++) {
        stream->s[lane] = mix(key[lane] + (4 * record + (uint64_t)lane + 1) * GOLDEN);
        any |= stream->s[lane];
    }
    if (any == 0) /* The generator could not leave this state. */
        stream->s[0] = 1;
}
