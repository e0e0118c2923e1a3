/* The reader of objects of JSON with one 9x9 grid, each on a line of its own:
 *
 *     {"box":[3,3],"boxes":[3,3],"cells":[[5,3,0,...],...],"puzzle":"53..7...","status":"solved"}
 *
 * Objects with other keys, with escapes or with rules are read by sudokutools/formats/json.py, which
 * takes all that this file does in the same way. */
#include <string.h>

#include "lines.h"

typedef struct {
    const unsigned char *at, *end;
} text_t;

static bool take(text_t *text, unsigned char sign)
{
    while (text->at < text->end && *text->at == ' ')
        text->at++;
    if (text->at == text->end || *text->at != sign)
        return false;
    text->at++;
    return true;
}

/* Take a string of ASCII without escapes and controls; false: there is none. */
static bool take_string(text_t *text, text_t *string)
{
    if (!take(text, '"'))
        return false;
    string->at = text->at;
    while (text->at < text->end && *text->at >= ' ' && *text->at < 0x7f && *text->at != '"' &&
           *text->at != '\\')
        text->at++;
    string->end = text->at;
    return take(text, '"');
}

/* Take a number without a sign and a fraction. */
static bool take_number(text_t *text)
{
    unsigned char first = '0';
    while (first <= '9' && !take(text, first))
        first++;
    int more = 0;
    for (; text->at < text->end && *text->at - (unsigned)'0' < 10; more++)
        text->at++;
    return first <= '9' && more < 18 && (first != '0' || more == 0);
}

static bool take_pair(text_t *text)
{
    return take(text, '[') && take(text, '3') && take(text, ',') && take(text, '3') &&
           take(text, ']');
}

static bool take_rows(text_t *text, unsigned char cells[81])
{
    for (int cell = 0; cell < 81; cell++) {
        if (cell % 9 == 0 && !(take(text, cell ? ',' : '[') && take(text, '[')))
            return false;
        if (cell % 9 && !take(text, ','))
            return false;
        while (text->at < text->end && *text->at == ' ')
            text->at++;
        if (text->at == text->end || *text->at - (unsigned)'0' > 9)
            return false;
        cells[cell] = *text->at++;
        if (cell % 9 == 8 && !take(text, ']'))
            return false;
    }
    return take(text, ']');
}

/* Take the cells of a grid, as rows of numbers or as a string. */
static bool take_grid(text_t *text, unsigned char cells[81])
{
    text_t rows = *text, string;
    if (take(&rows, '['))
        return take_rows(text, cells);
    if (!take_string(text, &string) || string.end - string.at != 81 ||
        line_cells(string.at, 81) < 81)
        return false;
    memcpy(cells, string.at, 81);
    return true;
}

enum { BOX, BOXES, CELLS, PUZZLE, SOLUTION, STATUS, NOTE, RECORD, SOLUTION_NUMBER, KEYS };

static const char *const key_names[KEYS] = {
    "box", "boxes", "cells", "puzzle", "solution", "status", "note", "record", "solution_number"};

static int key_of(const text_t *name)
{
    const size_t length = (size_t)(name->end - name->at);
    int key = 0;
    while (key < KEYS &&
           (strlen(key_names[key]) != length || memcmp(key_names[key], name->at, length) != 0))
        key++;
    return key;
}

/* A note is kept as it stands: without rules, and blanks around it. */
static bool is_plain_note(const text_t *note)
{
    const size_t length = (size_t)(note->end - note->at);
    return length == 0 ||
           (*note->at != ' ' && note->end[-1] != ' ' && !memchr(note->at, '=', length));
}

bool object_read(const unsigned char *block, size_t length, size_t start,
                 unsigned char scratch[243], line_record_t *record)
{
    const unsigned char *feed = memchr(block + start, '\n', length - start);
    text_t text = {block + start, feed ? feed : block + length}, name,
           string = {text.end, text.end};
    unsigned char *grids[] = {
        [CELLS] = scratch, [SOLUTION] = scratch + 81, [PUZZLE] = scratch + 162};
    unsigned seen = 0;
    if ((size_t)(text.end - text.at) > LINE_MAX_LENGTH || !take(&text, '{'))
        return false;
    *record = (line_record_t){.start = start, .note = start, .note_end = start};
    do {
        const int key = take_string(&text, &name) && take(&text, ':') ? key_of(&name) : KEYS;
        if (key == KEYS)
            return false;
        seen |= 1U << key;
        const bool is_good = key <= BOXES      ? take_pair(&text)
                             : key <= SOLUTION ? take_grid(&text, grids[key])
                             : key <= NOTE     ? take_string(&text, &string)
                                               : take_number(&text);
        if (!is_good || (key == NOTE && !is_plain_note(&string)))
            return false;
        if (key == NOTE) {
            record->note = (size_t)(string.at - block);
            record->note_end = (size_t)(string.end - block);
        }
    } while (take(&text, ','));
    if (!take(&text, '}') || !(seen & (1U << CELLS | 1U << PUZZLE)) ||
        (seen >> BOXES & ~seen >> BOX & 1))
        return false;
    if (!(seen >> CELLS & 1)) /* The puzzle is the grid. */
        memcpy(scratch, grids[PUZZLE], 81);
    record->is_object = true;
    record->has_solution = seen >> SOLUTION & 1;
    record->clues = line_clues(scratch);
    record->end = (size_t)(text.end - block);
    record->next = record->end + (feed != NULL);
    return text.at == text.end;
}
