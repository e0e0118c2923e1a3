/* The reader and the writer of lines, with any bytes and any form. A line is taken exactly where a
 * plain reading, byte by byte, takes it, and cut at the same places; the output has the parts of
 * the form, in order, and nothing else. Some lines are made about as long as a line may be. */
#include <ctype.h>
#include <stdbool.h>
#include <strings.h>

#include "lines.h"

#include "subject.h"

enum { MOST_FORM = 16, MOST_BLOCK = 4096, ROOM = LINE_MAX_LENGTH + (1 << 17) };

static bool is_cell(uint8_t c) { return c && strchr("0123456789._*?-", c); }

static bool is_blank(uint8_t c) { return c == ' ' || c == '\t'; }

/* Whether `key=` with a key of rules stands in a note, or a cell in a value. */
static bool has_rules(const uint8_t *text, size_t length)
{
    static const char *const keys[] = {
        "box=", "boxes=", "regions=", "variant=", "houses=", "cages=", "less=", "even=", "odd="};
    bool is_value = false;
    for (size_t k = 0; k < length; k++) {
        const char *at = (const char *)text + k;
        for (size_t key = 0; !(k && isalpha(text[k - 1])) && key < sizeof keys / sizeof *keys;
             key++)
            if (strlen(keys[key]) <= length - k &&
                strncasecmp(at, keys[key], strlen(keys[key])) == 0)
                return true;
        if (is_value && k + 1 < length && strchr("rRcC", *at) && isdigit(text[k + 1]))
            return true;
        is_value = text[k] == '=' || (is_value && !is_blank(text[k]));
    }
    return false;
}

/* Cut blanks, a separator and blanks from the front and blanks from the end. */
static void trim(const uint8_t *block, size_t *from, size_t *to)
{
    bool has_separator = false;
    while (*from < *to && (is_blank(block[*from]) ||
                           (!has_separator && (block[*from] == ',' || block[*from] == ';')))) {
        has_separator |= !is_blank(block[*from]);
        ++*from;
    }
    while (*from < *to && is_blank(block[*to - 1]))
        --*to;
}

/* Read a line as lines.h says. */
static bool plain_read(const uint8_t *block, size_t length, size_t start, line_record_t *record)
{
    size_t feed = start, clues = 0;
    while (feed < length && block[feed] != '\n')
        feed++;
    if (feed - start > LINE_MAX_LENGTH)
        return false;
    size_t end = feed > start && block[feed - 1] == '\r' ? feed - 1 : feed;
    if (end - start < 81)
        return false;
    for (size_t k = start; k < start + 81; k++) {
        if (!is_cell(block[k]))
            return false;
        clues += block[k] >= '1' && block[k] <= '9';
    }
    size_t from = start + 81, to = end;
    for (size_t k = from; k < end; k++)
        if ((block[k] < 32 && block[k] != '\t') || block[k] == 127 || block[k] == '|')
            return false;
    if (from < end && !strchr(" \t,;#", block[from]))
        return false;
    trim(block, &from, &to);
    *record = (line_record_t){start, from, to, end, feed + (feed < length), (int)clues};
    if (from == to)
        return true;
    return block[from] < 128 && block[to - 1] < 128 && !strchr(",;:", block[from]) &&
           !has_rules(block + from, to - from);
}

static void add(uint8_t **to, const void *bytes, size_t length)
{
    if (length)
        memcpy(*to, bytes, length);
    *to += length;
}

/* Write a record in a form, part by part; return the length. */
static size_t plain_write(uint8_t *text, const uint8_t *form, size_t length,
                          const line_parts_t *parts)
{
    const line_record_t *record = parts->record;
    uint8_t *to = text;
    for (size_t k = 0; k < length; k++)
        if (form[k] == LINE_NUMBER)
            to += sprintf((char *)to, "%llu", (unsigned long long)parts->number);
        else if (form[k] == LINE_CLUES)
            to += sprintf((char *)to, "%d", parts->clues);
        else if (form[k] == LINE_COUNT)
            to += sprintf((char *)to, "%llu", (unsigned long long)parts->count);
        else if (form[k] == LINE_SOLUTION)
            add(&to, parts->solution, parts->solution ? 81 : 0);
        else if (form[k] == LINE_PUZZLE)
            for (int cell = 0; cell < 81; cell++)
                *to++ = parts->puzzle[cell] >= '1' && parts->puzzle[cell] <= '9'
                            ? parts->puzzle[cell]
                            : parts->empty;
        else if (form[k] == LINE_NOTE && record->note < record->note_end) {
            *to++ = '\t';
            add(&to, parts->block + record->note, record->note_end - record->note);
        } else if (form[k] == LINE_RAW)
            add(&to, parts->block + record->start, record->end - record->start);
        else if (form[k] != LINE_NOTE)
            *to++ = form[k];
    return (size_t)(to - text);
}

/* Write a record in both ways. The output of other records stays before it. */
static void try_writing(const uint8_t *form, size_t length, const line_parts_t *parts)
{
    static _Thread_local line_output_t output;
    static _Thread_local uint8_t text[ROOM];
    if (output.length > ROOM) {
        free(output.text);
        output = (line_output_t){0};
    }
    size_t before = output.length, expected = plain_write(text, form, length, parts);
    check(line_write(&output, form, length, parts) == WORK_DONE);
    check(output.length <= output.room && output.length - before == expected);
    check(expected == 0 || memcmp(output.text + before, text, expected) == 0);
}

/* Put spaces behind the cells of the first line that it is nearly as long as a line may be. */
static size_t lengthen(input_t *input, uint8_t *block)
{
    size_t spaces = LINE_MAX_LENGTH - 81 - take_byte(input);
    size_t cells = input->size < 81 ? input->size : 81, left = input->size - cells;
    memcpy(block, input->data, cells);
    memset(block + cells, ' ', spaces);
    left = left < MOST_BLOCK ? left : MOST_BLOCK;
    if (left)
        memcpy(block + cells + spaces, input->data + cells, left);
    return cells + spaces + left;
}

/* Whether an input of a kind is one of a few, for that takes a thousand times as long. */
static bool is_rare(const input_t *input)
{
    unsigned sum = 0;
    for (size_t k = 0; k < input->size; k++)
        sum += input->data[k];
    return sum % 256 == 0;
}

SUBJECT(lines)
{
    static const uint8_t solution[] =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    const input_t whole = input;
    static _Thread_local uint8_t long_block[LINE_MAX_LENGTH + MOST_BLOCK];
    uint8_t kind = take_byte(&input), form[MOST_FORM], length = kind % (MOST_FORM + 1);
    for (int k = 0; k < length; k++)
        form[k] = take_byte(&input);
    line_parts_t parts = {.solution = kind & 128 ? NULL : solution, .empty = take_byte(&input)};
    parts.number = parts.count = take(&input, take_byte(&input) % 9);
    const uint8_t *block = input.data;
    size_t end = input.size < MOST_BLOCK ? input.size : MOST_BLOCK, next;
    if (kind == 239 && is_rare(&whole)) { /* One part. */
        end = lengthen(&input, long_block);
        block = long_block;
    }
    for (size_t at = 0; at < end; at = next) {
        line_record_t record = {0}, expected = {0};
        bool is_read = line_read(block, end, at, &record);
        int cells = 0;
        while (cells < 81 && at + (size_t)cells < end && is_cell(block[at + (size_t)cells]))
            cells++;
        check(line_cells(block + at, end - at) == cells);
        check(is_read == plain_read(block, end, at, &expected));
        if (!is_read)
            break;
        check(record.start == expected.start && record.next == expected.next);
        check(record.note == expected.note && record.note_end == expected.note_end);
        check(record.end == expected.end && record.clues == expected.clues);
        answer(record.note_end);
        parts.block = block;
        parts.record = &record;
        parts.puzzle = block + at;
        parts.clues = record.clues;
        try_writing(form, length, &parts);
        next = record.next;
    }
}
