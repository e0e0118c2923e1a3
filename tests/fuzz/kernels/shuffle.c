/* Rows and lines shuffled: every record gives the same as alone, and each of its copies has as many
 * fields, of the same lengths, and grids with as many empty cells and as many of each symbol. */
#include "canonical/shuffle.h"

#include "subject.h"

enum { MOST = 1 << 12 };

/* Make a block of any bytes; some become grids and separators. */
static size_t take_block(input_t *input, unsigned char separator, unsigned char *block)
{
    size_t length = 0;
    while (input->size && length + 90 < MOST) {
        const unsigned char kind = take_byte(input);
        if (kind >= 128)
            for (int cell = 0; cell < 81; cell++)
                block[length++] = (unsigned char)".123456789"[(kind + cell * (kind & 7)) % 10];
        else
            block[length++] = kind < 32 && separator ? separator : kind < 64 ? '\n' : kind;
    }
    return length;
}

static void count_signs(const unsigned char *cells, int counts[10])
{
    int signs[10] = {0};
    for (int cell = 0; cell < 81; cell++)
        signs[cells[cell] >= '1' && cells[cell] <= '9' ? cells[cell] - '0' : 0]++;
    memset(counts, 0, 10 * sizeof *counts);
    counts[0] = signs[0];
    for (int symbol = 1; symbol < 10; symbol++) /* How often, not which. */
        counts[1 + signs[symbol] % 9]++;
}

/* Check a copy of a row that begins at `row`; return where it ends. */
static const unsigned char *judge(const unsigned char *copy, const unsigned char *row,
                                  const unsigned char *end, unsigned char separator)
{
    while (row < end && *row != '\n' && *row != '\r') {
        int before[10], after[10];
        if (end - row >= 81 && line_cells(row, 81) == 81) {
            count_signs(row, before);
            count_signs(copy, after);
            check(memcmp(before, after, sizeof before) == 0);
            row += 81;
            copy += 81;
        } else {
            check(*row++ == *copy++);
        }
    }
    while (separator && *copy != '\n')
        copy++; /* The number. */
    check(*copy == '\n');
    return copy + 1;
}

static const line_keys_t note_keys = {.count = 1, .key = {"cages"}, .lengths['s' & 31] = 1 << 5};

SUBJECT(shuffle)
{
    static _Thread_local unsigned char block[MOST];
    const unsigned char kind = take_byte(&input);
    shuffle_request_t request = {
        .key = {take(&input, 2), 1, 2, 3},
        .keys = &note_keys,
        .first = take(&input, 8),
        .copies = 1 + (kind & 3),
        .separator = kind & 4   ? ','
                     : kind & 8 ? '\t'
                                : 0,
        .columns = 1 + (kind >> 4 & 3),
        .place = kind >> 6,
    };
    const size_t length = take_block(&input, request.separator, block);
    shuffle_answer_t all = {0};
    check(shuffle_block(block, length, &request, &all, NULL, NULL) == WORK_DONE);
    check(all.consumed <= length);
    answer_bytes(all.output.text, all.output.length);
    size_t at = 0, start = 0;
    for (size_t k = 0; k < all.records; k++, request.first += request.copies) {
        const unsigned char *feed = memchr(block + start, '\n', length - start);
        const size_t end = feed ? (size_t)(feed - block) + 1 : length;
        shuffle_answer_t alone = {0};
        check(shuffle_block(block + start, end - start, &request, &alone, NULL, NULL) == WORK_DONE);
        check(alone.records == 1 && alone.consumed == end - start);
        check(memcmp(alone.output.text, all.output.text + at, alone.output.length) == 0);
        const unsigned char *copy = alone.output.text;
        for (uint32_t c = 0; c < request.copies && request.separator; c++)
            copy = judge(copy, block + start, block + end, request.separator);
        at += alone.output.length;
        start = end;
        free(alone.output.text);
    }
    check(at == all.output.length && start == all.consumed);
    free(all.output.text);
}
