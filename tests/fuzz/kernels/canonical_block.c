/* Blocks of lines brought to their canonical forms. Records are split as by the reader of lines,
 * and each has the line that its grid alone has without tables, an empty one where a digit is
 * repeated; every core writes the same. A block begins with some grids, which any text follows. */
#include "canonical/block.h"
#include "canonical/kernel.h"
#include "lines.h"

#include "nine.h"

enum { MOST_BLOCK = 1200, MOST_GRIDS = 7, COPIES = 90 };

static void same(const canonical_answer_t *a, const canonical_answer_t *b)
{
    check(a->records == b->records && a->consumed == b->consumed && a->length == b->length);
    check(memcmp(a->output, b->output, a->length) == 0);
    for (size_t k = 0; k < a->records; k++)
        check(a->automorphisms[k] == b->automorphisms[k] && a->starts[k] == b->starts[k] &&
              a->ends[k] == b->ends[k]);
}

/* Take grids, complete or some of their clues, with an end of line and at most one more byte. */
static size_t take_grids(input_t *input, uint8_t *block)
{
    size_t length = 0;
    int copies = take_byte(input);
    for (int grids = copies % (MOST_GRIDS + 1); grids; grids--, length += 82) {
        int kind = take_byte(input);
        take_grid(input, block + length);
        if (kind & 1)
            take_clues(input, block + length);
        for (int left = kind >> 6; left; left--) {
            size_t cell = (size_t)take_up_to(input, 80);
            block[length + cell] = take_byte(input);
        }
        if (kind & 2)
            block[81 + length++] = take_byte(input);
        block[81 + length] = '\n';
    }
    /* So many complete grids that tables for them are made. */
    for (int copy = 0; copies == 249 && copy < COPIES; copy++, length += 82)
        memcpy(block + length, block, 82);
    return length;
}

/* Check the form of a grid, by the instructions that this processor has and without tables; an
 * empty line without a form. */
static void check_alone(const uint8_t *cells, uint8_t empty, uint32_t automorphisms,
                        const uint8_t *written)
{
    static _Thread_local canonical_room_t room;
    uint8_t line[82];
    canonical_one_t *one = canonical_one_plain;
#if defined(__x86_64__)
    if (core_has(CORE_SSE41, CORE_SSE41))
        one = canonical_one_sse;
#endif
    check((long)automorphisms == one(cells, empty, line, NULL, &room));
    check((automorphisms == 0) == !keeps_rules(cells));
    if (automorphisms)
        check(memcmp(written, line, 81) == 0);
    check(canonical_lines(CORE_SCALAR, cells, NULL, 1, empty, line, &automorphisms, NULL, NULL) ==
          WORK_DONE);
    for (int cell = 0; cell < 81; cell++)
        check(line[cell] == (automorphisms ? written[cell] : empty));
    check(line[81] == '\n' && written[automorphisms ? 81 : 0] == '\n');
}

SUBJECT(canonical_block)
{
    static _Thread_local uint8_t block[MOST_BLOCK + 82 * COPIES];
    canonical_answer_t first, other;
    uint8_t empty = take_byte(&input);
    size_t length = take_grids(&input, block), at = 0, written = 0;
    while (length < MOST_BLOCK && input.size)
        block[length++] = take_byte(&input);
    core_t core, best = CORE_SCALAR;
    core_at(0, &best);
    check(canonical_block(best, block, length, empty, &first, NULL, NULL) == WORK_DONE);
    for (size_t k = 1; first.records && core_at(k, &core); k++) {
        check(canonical_block(core, block, length, empty, &other, NULL, NULL) == WORK_DONE);
        same(&first, &other);
        canonical_block_free(&other);
    }
    for (size_t k = 0; k < first.records; k++) {
        line_record_t record;
        check(line_read(block, length, at, &record));
        check(first.starts[k] == at && first.ends[k] == record.end);
        size_t width = first.automorphisms[k] ? 82 : 1;
        check(written + width <= first.length);
        check_alone(block + at, empty, first.automorphisms[k], first.output + written);
        written += width;
        at = record.next;
    }
    check(at == first.consumed && written == first.length);
    answer_bytes(first.output, first.length);
    canonical_block_free(&first);
}
