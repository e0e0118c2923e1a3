/* Streams of any seed, record and limit: keys, states and numbers equal a reference without tricks,
 * numbers are below the limit; a key depends on the length of its message. */
#include "streams.h"
#include "subject.h"
#include "steer.h"

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

/* Draw below a limit: products whose low word is less than 2^64 modulo the limit are drawn again.
 * */
static uint64_t below(uint64_t s[4], uint64_t limit)
{
    uint64_t low, high, unfair = (UINT64_MAX % limit + 1) % limit;
    do
        high = high_of(next_of(s), limit, &low);
    while (low < unfair);
    return high;
}

/* The key of a message: its words, the last one filled up with zeros, then its length. */
static void look_at_key(const uint64_t key[4], const uint8_t *message, size_t length)
{
    for (uint64_t lane = 0; lane < 4; lane++) {
        uint64_t expected = (lane + 1) * GOLDEN;
        input_t input = {message, length};
        while (input.size)
            expected = mixed(expected ^ take(&input, 8));
        check(key[lane] == mixed(expected ^ length));
    }
}

/* The state at the beginning of a record: never all zeros. */
static void look_at_start(const stream_t *stream, const uint64_t key[4], uint64_t record)
{
    bool is_zero = true;
    for (uint64_t lane = 0; lane < 4; lane++)
        is_zero &= mixed(key[lane] + (record << 2 | lane) * GOLDEN + GOLDEN) == 0;
    for (uint64_t lane = 0; lane < 4; lane++) {
        uint64_t expected = mixed(key[lane] + (record << 2 | lane) * GOLDEN + GOLDEN);
        check(stream->s[lane] == (is_zero && lane == 0 ? 1 : expected));
    }
}

SUBJECT(streams)
{
    uint64_t record = take(&input, 8), limit = take(&input, 8);
    int draws = take_up_to(&input, MOST_DRAWS), kind = take_up_to(&input, 15);
    uint64_t key[4], other[4], s[4];
    const uint64_t zeros[4] = {0};
    stream_t stream;
    if (input.size > MOST_MESSAGE)
        input.size = MOST_MESSAGE;
    stream_key(key, input.data, input.size);
    look_at_key(key, input.data, input.size);
    if (input.size) {
        stream_key(other, input.data, input.size - 1);
        check(memcmp(key, other, sizeof key) != 0);
    }
    if (kind == 1) /* No state may be this one. */
        key_before(key, zeros, record);
    stream_start(&stream, key, record);
    look_at_start(&stream, key, record);
    if (kind > 1 && limit & 1) /* The first number is at the edge of the unfair ones. */
        stream.s[1] = word_before(inverse(limit) * (-limit % limit + (uint64_t)kind - 4));
    memcpy(s, stream.s, sizeof s);
    for (int k = 0; k < draws; k++) {
        uint64_t number = limit ? stream_below(&stream, limit) : stream_next(&stream);
        answer(number);
        check(!limit || number < limit);
        check(number == (limit ? below(s, limit) : next_of(s)));
    }
    check(memcmp(s, stream.s, sizeof s) == 0);
}
