/* Blocks of lines brought to their canonical forms. Records are those of the reader of lines, and each
 * has the line that its grid alone has, an empty one where a digit is repeated; every core writes the
 * same. */
#include "canonical/block.h"
#include "lines.h"

#include "nine.h"

enum { MOST_BLOCK = 1000, MOST_RECORDS = MOST_BLOCK / 81 + 1 };

static void same(const canonical_answer_t *a, const canonical_answer_t *b)
{
    check(a->records == b->records && a->consumed == b->consumed && a->length == b->length);
    check(memcmp(a->output, b->output, a->length) == 0);
    for (size_t k = 0; k < a->records; k++)
        check(a->automorphisms[k] == b->automorphisms[k] && a->starts[k] == b->starts[k] &&
              a->ends[k] == b->ends[k]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    canonical_answer_t first, other;
    input_t input = {data, size};
    uint8_t empty = take_byte(&input);
    const uint8_t *block = input.data;
    size_t length = input.size < MOST_BLOCK ? input.size : MOST_BLOCK, at = 0, written = 0;
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
        uint8_t line[82];
        uint32_t maps;
        check(line_read(block, length, at, &record));
        check(first.starts[k] == at && first.ends[k] == record.end);
        check(canonical_lines(CORE_SCALAR, block + at, NULL, 1, empty, line, &maps, NULL, NULL) ==
              WORK_DONE);
        check(maps == first.automorphisms[k] && (maps == 0) == !keeps_rules(block + at));
        size_t width = maps ? 82 : 1;
        check(written + width <= first.length);
        check(memcmp(first.output + written, line + 82 - width, width) == 0);
        written += width;
        at = record.next;
    }
    check(at == first.consumed && written == first.length);
    canonical_block_free(&first);
    return 0;
}
