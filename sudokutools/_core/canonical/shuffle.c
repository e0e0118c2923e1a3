/* From a block of lines or rows to random equivalents.
 *
 *     7,53..7....,534678912...,hard     a row: the fields between separators
 *       ^ grid    ^ grid                both go through one map of cells and one of symbols */
#include "canonical/shuffle.h"

#include <string.h>

#include "streams.h"

enum { CELLS = 81, CHECKED = 1024, NUMBER = 12 };

typedef struct {
    unsigned char from[CELLS];
    unsigned char sign[256];
} map_t;

/* Draw an order of lines that keeps bands or stacks together. */
static void draw_lines(stream_t *stream, unsigned char lines[9])
{
    unsigned char starts[3] = {0, 3, 6};
    stream_shuffle(stream, starts, 3);
    for (int group = 0; group < 3; group++) {
        for (int line = 0; line < 3; line++)
            lines[3 * group + line] = (unsigned char)(starts[group] + line);
        stream_shuffle(stream, lines + 3 * group, 3);
    }
}

static void draw_map(const shuffle_request_t *request, uint64_t number, map_t *map)
{
    unsigned char rows[9], columns[9], labels[9];
    stream_t stream;
    stream_start(&stream, request->key, number);
    draw_lines(&stream, rows);
    draw_lines(&stream, columns);
    const bool transposes = stream_below(&stream, 2);
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++) {
            const int to = transposes ? 9 * column + row : 9 * row + column;
            map->from[to] = (unsigned char)(9 * rows[row] + columns[column]);
        }
    for (int symbol = 0; symbol < 9; symbol++)
        labels[symbol] = (unsigned char)('1' + symbol);
    stream_shuffle(&stream, labels, 9);
    memcpy(&map->sign['1'], labels, 9);
}

static unsigned char *write_image(unsigned char *to, const map_t *map, const unsigned char *cells)
{
    for (int i = 0; i < CELLS; i++)
        to[i] = map->sign[cells[map->from[i]]];
    return to + CELLS;
}

/* Return the end of a row and its number of fields; 0: it is not plain. */
static size_t row_end(const unsigned char *block, size_t length, size_t start,
                      const shuffle_request_t *request)
{
    size_t field = start, at = start;
    uint32_t count = 0;
    bool has_grid = false;
    if (block[start] == '#')
        return 0;
    for (;; at++) {
        const bool is_end = at == length || block[at] == '\n' ||
                            (block[at] == '\r' && (at + 1 == length || block[at + 1] == '\n'));
        if (is_end || block[at] == request->separator) {
            const size_t size = at - field;
            const bool is_grid = size == CELLS && line_cells(block + field, size) == CELLS;
            if (size >= CELLS && !is_grid &&
                (block[field] == ' ' || line_cells(block + field, 1) == 1))
                return 0; /* Blanks around a grid, or cells with signs between them. */
            has_grid |= is_grid && count == request->place;
            count++;
            field = at + 1;
            if (is_end)
                break;
        } else if (block[at] == '"' || block[at] == '=' || block[at] < ' ' || block[at] == 127) {
            return 0;
        }
    }
    return has_grid && count == request->columns && at - start <= LINE_MAX_LENGTH ? at : 0;
}

static unsigned char *write_row(unsigned char *to, const map_t *map, const unsigned char *row,
                                size_t length, unsigned char separator)
{
    for (size_t field = 0, end; field <= length; field = end + 1) {
        const unsigned char *found = memchr(row + field, separator, length - field);
        end = found ? (size_t)(found - row) : length;
        if (end - field == CELLS && line_cells(row + field, CELLS) == CELLS)
            to = write_image(to, map, row + field);
        else {
            memcpy(to, row + field, end - field);
            to += end - field;
        }
        if (end < length)
            *to++ = separator;
    }
    return to;
}

int shuffle_block(const unsigned char *block, size_t length, const shuffle_request_t *request,
                  shuffle_answer_t *answer, check_t *check, void *context)
{
    const unsigned char separator = request->separator;
    uint64_t number = request->first;
    map_t map;
    for (int sign = 0; sign < 256; sign++)
        map.sign[sign] = request->empty ? request->empty : (unsigned char)sign;
    while (answer->consumed < length) {
        const size_t start = answer->consumed;
        line_record_t line = {.next = start};
        size_t end = 0;
        if (separator == 0 && line_read(request->keys, block, length, start, &line))
            end = start + CELLS;
        else if (separator && (end = row_end(block, length, start, request)) > 0) {
            line.next = end + (end < length && block[end] == '\r');
            line.next += line.next < length;
        }
        if (end == 0)
            return WORK_DONE;
        for (uint32_t copy = 1; copy <= request->copies; copy++, number++) {
            if (check && number % CHECKED == 0 && check(context))
                return WORK_STOPPED;
            if (line_reserve(&answer->output, end - start + NUMBER + 2) != WORK_DONE)
                return WORK_NO_MEMORY;
            unsigned char *to = answer->output.text + answer->output.length;
            draw_map(request, number, &map);
            to = separator ? write_row(to, &map, block + start, end - start, separator)
                           : write_image(to, &map, block + line.start);
            if (separator && request->copies > 1) {
                *to++ = separator;
                to = line_number(to, copy);
            }
            *to++ = '\n';
            answer->output.length = (size_t)(to - answer->output.text);
        }
        answer->records++;
        answer->consumed = line.next;
    }
    return WORK_DONE;
}
