/* Streams of any seed, record and limit: the numbers that a reference without tricks draws, all below
 * the limit; a key depends on every byte of its message, and on their number. */
#include "streams.h"
#include "fuzz.h"

enum { MOST_DRAWS = 16, MOST_MESSAGE = 40 };

/* The high word of a product, by the multiplication of schools, digit by digit of 32 bits. */
static uint64_t high_of(uint64_t a, uint64_t b, uint64_t *low)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = (a0 * b0 >> 32) + (uint32_t)(a1 * b0) + (uint32_t)(a0 * b1);
    *low = a * b;
    return a1 * b1 + (a1 * b0 >> 32) + (a0 * b1 >> 32) + (middle >> 32);
}

static uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

/* The next number of xoshiro256**, as its authors write it. */
static uint64_t next_of(uint64_t s[4])
{
    uint64_t result = rotated(s[1] * 5, 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    return result;
}

/* Draw below a limit: products whose low word is less than 2^64 modulo the limit are drawn again. */
static uint64_t below(uint64_t s[4], uint64_t limit)
{
    uint64_t low, high, unfair = (UINT64_MAX % limit + 1) % limit;
    do
        high = high_of(next_of(s), limit, &low);
    while (low < unfair);
    return high;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_t input = {data, size};
    uint64_t record = take(&input, 8), limit = take(&input, 8);
    int draws = take_up_to(&input, MOST_DRAWS);
    uint64_t key[4], other[4], s[4];
    stream_t stream;
    if (input.size > MOST_MESSAGE)
        input.size = MOST_MESSAGE;
    stream_key(key, input.data, input.size);
    if (input.size) {
        stream_key(other, input.data, input.size - 1);
        check(memcmp(key, other, sizeof key) != 0);
    }
    stream_start(&stream, key, record);
    memcpy(s, stream.s, sizeof s);
    check(s[0] | s[1] | s[2] | s[3]);
    for (int k = 0; k < draws; k++) {
        uint64_t number = limit ? stream_below(&stream, limit) : stream_next(&stream);
        check(!limit || number < limit);
        check(number == (limit ? below(s, limit) : next_of(s)));
    }
    check(memcmp(s, stream.s, sizeof s) == 0);
    return 0;
}
