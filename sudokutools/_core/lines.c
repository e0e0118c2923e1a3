/* The reader of plain lines, as sudokutools/formats/reading/plain_line.py defines them; the rest is
 * read by the formats, which take all that this file does in the same way.
 *
 *     53..7....6..195... (81 cells) ...8..79 , note that follows \r\n
 *     ^ start                                  ^ note           ^ note_end and end */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

/* Sixteen characters at a time, in the vectors that every processor has. */
typedef unsigned char chars_t __attribute__((vector_size(16)));

static chars_t load_chars(const unsigned char *text)
{
    chars_t c;
    memcpy(&c, text, sizeof c);
    return c;
}

static bool any_set(chars_t c)
{
    uint64_t half[2];
    memcpy(half, &c, sizeof half);
    return (half[0] | half[1]) != 0;
}

static chars_t is_clue(chars_t c) { return (chars_t)(c - '1' < 9); }

static chars_t is_cell(chars_t c)
{
    return (chars_t)(c - '0' < 10) | (chars_t)(c == '.') | (chars_t)(c == '_') |
           (chars_t)(c == '*') | (chars_t)(c == '?') | (chars_t)(c == '-');
}

static int sum_of(chars_t c)
{
    uint64_t half[2];
    memcpy(half, &c, sizeof half);
    /* Two are at most 10, their sums at most 80: the highest byte of the product is their sum. */
    return (int)((half[0] + half[1]) * UINT64_C(0x0101010101010101) >> 56);
}

/* Count the clues of 81 digits and points, as in nearly all lines; -1: there are other signs. */
static int usual_clues(const unsigned char *text)
{
    chars_t other = {0}, sum = {0};
    for (int at = 0; at < 80; at += 16) {
        chars_t c = load_chars(text + at);
        other |= (chars_t)(c - '.' > '9' - '.') | (chars_t)(c == '/');
        sum -= is_clue(c);
    }
    unsigned char last = text[80];
    if (any_set(other) || !(last == '.' || last - (unsigned)'0' < 10))
        return -1;
    return sum_of(sum) + (last - (unsigned)'1' < 9);
}

static bool is_cell_character(unsigned char c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '*' || c == '?' || c == '-';
}

int line_cells(const unsigned char *text, size_t length)
{
    size_t end = length < 81 ? length : 81, at = 0;
    while (at + 16 <= end && !any_set(~is_cell(load_chars(text + at))))
        at += 16;
    while (at < end && is_cell_character(text[at]))
        at++;
    return (int)at;
}

int line_clues(const unsigned char *text)
{
    chars_t sum = {0};
    for (int at = 0; at < 80; at += 16)
        sum -= is_clue(load_chars(text + at));
    return sum_of(sum) + (text[80] - (unsigned)'1' < 9);
}

bool line_clashes(const unsigned char *cells, unsigned char first)
{
    unsigned row[9] = {0}, column[9] = {0}, box[9] = {0}, twice = 0;
    for (int cell = 0; cell < 81; cell++) {
        unsigned symbol = cells[cell] - (unsigned)first, bit = symbol < 9 ? 1U << symbol : 0;
        unsigned *houses[] = {&row[cell / 9], &column[cell % 9],
                              &box[cell / 27 * 3 + cell % 9 / 3]};
        for (int k = 0; k < 3; k++) {
            twice |= *houses[k] & bit;
            *houses[k] |= bit;
        }
    }
    return twice != 0;
}

bool line_is_complete(const unsigned char *cells, unsigned char first)
{
    for (int cell = 0; cell < 81; cell++)
        if (cells[cell] - (unsigned)first > 8)
            return false;
    return !line_clashes(cells, first);
}

static bool is_blank(unsigned char c) { return c == ' ' || c == '\t'; }

static bool is_letter(unsigned char c) { return (c | 0x20) - (unsigned)'a' < 26; }

bool line_keys_add(line_keys_t *keys, const char *key, size_t length)
{
    if (length < 1 || length > LINE_KEY_LENGTH || keys->count == LINE_MAX_KEYS)
        return false;
    memcpy(keys->key[keys->count++], key, length);
    keys->lengths[key[length - 1] & 31] |= UINT32_C(1) << length;
    return true;
}

/* Whether the text before `=` ends with a key. */
static bool ends_with_key(const line_keys_t *keys, const unsigned char *note, size_t end)
{
    char word[LINE_KEY_LENGTH] = "";
    size_t start = end;
    while (start > 0 && is_letter(note[start - 1]))
        start--;
    const size_t length = end - start;
    if (length == 0 || length > sizeof word)
        return false;
    if (!(keys->lengths[note[end - 1] & 31] >> length & 1))
        return false;
    for (size_t k = 0; k < length; k++)
        word[k] = (char)(note[start + k] | 0x20);
    for (size_t k = 0; k < keys->count; k++)
        if (memcmp(word, keys->key[k], sizeof word) == 0)
            return true;
    return false;
}

/* Whether a note may have rules or clues: `key=`, or the name of a cell or a row in a value. */
static bool may_have_rules(const line_keys_t *keys, const unsigned char *note, size_t length)
{
    const unsigned char *at = note, *end = note + length;
    while ((at = memchr(at, '=', (size_t)(end - at))) != NULL) {
        if (ends_with_key(keys, note, (size_t)(at - note)))
            return true;
        for (at++; at < end && !is_blank(*at) && *at != '='; at++) {
            unsigned char c = *at | 0x20;
            if ((c == 'r' || c == 'c') && at + 1 < end && at[1] - (unsigned)'0' < 10)
                return true;
        }
    }
    return false;
}

/* Cut the note out of the text after the cells, from `at` to record->end. False: not a plain one */
static bool read_note(const line_keys_t *keys, const unsigned char *block, size_t at,
                      line_record_t *record)
{
    size_t end = record->end;
    unsigned char first = block[at];
    if (!is_blank(first) && first != ',' && first != ';' && first != '#')
        return false;
    for (size_t k = at; k < end; k++)
        if ((block[k] < ' ' && block[k] != '\t') || block[k] == 0x7f || block[k] == '|')
            return false;
    while (at < end && is_blank(block[at]))
        at++;
    if (at < end && (block[at] == ',' || block[at] == ';'))
        at++;
    while (at < end && is_blank(block[at]))
        at++;
    while (end > at && is_blank(block[end - 1]))
        end--;
    record->note = at;
    record->note_end = end;
    if (at == end)
        return true;
    if (block[at] >= 0x80 || block[end - 1] >= 0x80 || strchr(",;:", block[at]))
        return false;
    return !may_have_rules(keys, block + at, end - at);
}

bool line_read(const line_keys_t *keys, const unsigned char *block, size_t length, size_t start,
               line_record_t *record)
{
    const unsigned char *text = block + start;
    if (length - start < 81)
        return false;
    int clues = usual_clues(text);
    if (clues < 0) {
        if (line_cells(text, 81) < 81)
            return false;
        clues = line_clues(text);
    }
    size_t at = start + 81;
    record->start = start;
    record->is_object = record->has_solution = false;
    record->clues = clues;
    if (at == length || block[at] == '\n') {
        record->note = record->note_end = record->end = at;
        record->next = at + (at < length);
        return true;
    }
    const unsigned char *feed = memchr(block + at, '\n', length - at);
    record->end = feed ? (size_t)(feed - block) : length;
    record->next = record->end + (feed != NULL);
    if (record->end - start > LINE_MAX_LENGTH)
        return false;
    if (record->end > at && block[record->end - 1] == '\r')
        record->end--;
    if (at == record->end) {
        record->note = record->note_end = at;
        return true;
    }
    return read_note(keys, block, at, record);
}

int line_grow(line_output_t *output, size_t more)
{
    size_t room = 2 * output->room + more;
    unsigned char *text = realloc(output->text, room);
    if (!text)
        return WORK_NO_MEMORY;
    output->text = text;
    output->room = room;
    return WORK_DONE;
}

unsigned char *line_number(unsigned char *to, uint64_t number)
{
    unsigned char digits[20];
    int count = 0;
    do
        digits[count++] = (unsigned char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *to++ = digits[--count];
    return to;
}

static void write_cells(unsigned char *to, const unsigned char *cells, unsigned char empty)
{
    for (int k = 0; k < 81; k++)
        to[k] = cells[k] - (unsigned)'1' < 9 ? cells[k] : empty;
}

static unsigned char *write_rows(unsigned char *to, const unsigned char *cells)
{
    for (int k = 0; k < 81; k++) {
        *to++ = k == 0 ? '[' : ',';
        if (k % 9 == 0)
            *to++ = '[';
        *to++ = cells[k] - (unsigned)'1' < 9 ? cells[k] : '0';
        if (k % 9 == 8)
            *to++ = ']';
    }
    *to++ = ']';
    return to;
}

/* The length of the valid UTF-8 that begins here; 0: it is none. */
static size_t utf8_length(const unsigned char *at, size_t length)
{
    const unsigned char first = at[0], second = length > 1 ? at[1] : 0;
    const size_t needed = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (needed == 1)
        return 1;
    if (first < 0xc2 || first > 0xf4 || length < needed || (first == 0xe0 && second < 0xa0) ||
        (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
        (first == 0xf4 && second > 0x8f))
        return 0;
    for (size_t k = 1; k < needed; k++)
        if (at[k] >> 6 != 2)
            return 0;
    return needed;
}

/* Write a note as a string of JSON; bytes that are no UTF-8 are escaped, as Python reads them. */
static unsigned char *write_string(unsigned char *to, const unsigned char *text, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t k = 0, taken; k < length; k += taken ? taken : 1) {
        taken = utf8_length(text + k, length - k);
        if (text[k] == '\t' || text[k] == '"' || text[k] == '\\') {
            *to++ = '\\';
            *to++ = text[k] == '\t' ? 't' : text[k];
        } else if (taken) {
            memcpy(to, text + k, taken);
            to += taken;
        } else {
            memcpy(to, "\\udc", 4);
            to[4] = (unsigned char)digits[text[k] >> 4];
            to[5] = (unsigned char)digits[text[k] & 15];
            to += 6;
        }
    }
    return to;
}

static bool is_text(unsigned char sign) { return sign > LINE_JSON && sign != LINE_NODES; }

/* Write a part, at most six bytes for each of the note and 256 others. */
static unsigned char *write_json(unsigned char *to, unsigned char part, const line_parts_t *parts)
{
    const size_t note = parts->record->note_end - parts->record->note;
    if (part == LINE_PUZZLE)
        return write_rows(to, parts->puzzle);
    if (part == LINE_SOLUTION && parts->solution)
        return write_rows(to, parts->solution);
    if (part != LINE_NOTE || note == 0)
        return to;
    memcpy(to, ",\"note\":\"", 9);
    to = write_string(to + 9, parts->block + parts->record->note, note);
    *to++ = '"';
    return to;
}

int line_write(line_output_t *output, const unsigned char *form, size_t length,
               const line_parts_t *parts)
{
    const line_record_t *record = parts->record;
    for (size_t k = 0; k < length; k++) {
        size_t note = record->note_end - record->note, line = record->next - record->start;
        /* The longest part is a line, its note or the text of the form. */
        if (line_reserve(output, line + length + 256 + (form[k] == LINE_JSON ? 6 * note : 0)) < 0)
            return WORK_NO_MEMORY;
        unsigned char *to = output->text + output->length;
        switch (form[k]) {
        case LINE_NUMBER:
            to = line_number(to, parts->number);
            break;
        case LINE_CLUES:
            to = line_number(to, (uint64_t)parts->clues);
            break;
        case LINE_COUNT:
            to = line_number(to, parts->count);
            break;
        case LINE_NODES:
            to = line_number(to, parts->nodes);
            break;
        case LINE_SOLUTION:
            if (parts->solution) {
                memcpy(to, parts->solution, 81);
                to += 81;
            }
            break;
        case LINE_PUZZLE:
            write_cells(to, parts->puzzle, parts->empty);
            to += 81;
            break;
        case LINE_NOTE:
            if (note) {
                *to++ = '\t';
                memcpy(to, parts->block + record->note, note);
                to += note;
            }
            break;
        case LINE_RAW:
            memcpy(to, parts->block + record->start, line);
            to += line - (to[line - 1] == '\n');
            break;
        case LINE_JSON:
            to = ++k < length ? write_json(to, form[k], parts) : to;
            break;
        default:
            for (*to++ = form[k]; k + 1 < length && is_text(form[k + 1]); k++)
                *to++ = form[k + 1];
        }
        output->length = (size_t)(to - output->text);
    }
    return WORK_DONE;
}
