/* Uniform drawing of every geometry that it knows, from any stream: a complete grid that keeps the
 * rules, and the same again from the same stream. How often grids come is tested by
 * tests/generating/test_uniform.py. */
#include "generate/uniform.h"
#include "grids.h"
#include "steer.h"

enum { GEOMETRIES = 17 };
static const uint8_t geometries[GEOMETRIES][2] = {{3, 3}, {1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5},
                                                  {2, 1}, {3, 1}, {4, 1}, {5, 1}, {2, 2}, {2, 3},
                                                  {2, 4}, {3, 2}, {4, 2}, {3, 3}, {3, 3}};

SUBJECT(uniform)
{
    int kind = take_byte(&input);
    const uint8_t *box = geometries[kind % GEOMETRIES];
    uint8_t cells[81], again[81];
    stream_t stream;
    for (int word = 0; word < 4; word++)
        stream.s[word] = take(&input, 8);
    stream.s[0] |= !(stream.s[0] | stream.s[1] | stream.s[2] | stream.s[3]); /* As bind/ asks. */
    if (input.size && *input.data % 16 == 1) /* The last number, where it is the first drawn. */
        stream.s[1] = word_before(UINT64_MAX);
    stream_t same = stream;
    check(uniform_is_exact(box[0], box[1]));
    check(uniform_cells(box[0], box[1], &stream, cells) == WORK_DONE);
    answer_bytes(cells, (size_t)(box[0] * box[1] * box[0] * box[1]));
    check(keeps_rules(cells, box[0], box[1], box[1], box[0]));
    if (input.size) {
        check(uniform_cells(box[0], box[1], &same, again) == WORK_DONE);
        check(memcmp(cells, again, (size_t)(box[0] * box[1] * box[0] * box[1])) == 0);
        check(memcmp(stream.s, same.s, sizeof stream.s) == 0);
    }
}
