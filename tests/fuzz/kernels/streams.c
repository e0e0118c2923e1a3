/* Streams of any seed, record and limit: numbers are below the limit, no state is all zeros, and a
 * key depends on the length of its message. */
#include "streams.h"
#include "subject.h"
#include "steer.h"

enum { MOST_DRAWS = 16, MOST_MESSAGE = 40 };

SUBJECT(streams)
{
    uint64_t record = take(&input, 8), limit = take(&input, 8);
    int draws = take_up_to(&input, MOST_DRAWS), kind = take_up_to(&input, 15);
    uint64_t key[4], other[4];
    const uint64_t zeros[4] = {0};
    stream_t stream;
    if (input.size > MOST_MESSAGE)
        input.size = MOST_MESSAGE;
    stream_key(key, input.data, input.size);
    if (input.size) {
        stream_key(other, input.data, input.size - 1);
        check(memcmp(key, other, sizeof key) != 0);
    }
    if (kind == 1) /* No state may be this one. */
        key_before(key, zeros, record);
    stream_start(&stream, key, record);
    check(stream.s[0] | stream.s[1] | stream.s[2] | stream.s[3]);
    if (kind > 1 && limit & 1) /* The first number is at the edge of the unfair ones. */
        stream.s[1] = word_before(inverse(limit) * (-limit % limit + (uint64_t)kind - 4));
    for (int k = 0; k < draws; k++) {
        uint64_t number = limit ? stream_below(&stream, limit) : stream_next(&stream);
        answer(number);
        check(!limit || number < limit);
    }
}
