/* Python's view of canonical/form.c. */
#include "bind/bind.h"
#include "canonical/form.h"
#include "canonical/block.h"
#include "canonical/shuffle.h"

#include <stdlib.h>

/* Return the canonical lines of count 9x9 grids of 81 signs each, and their numbers of
 * automorphisms as 32-bit words, 0 for a grid that breaks the rules. */
FUNCTION(canonical_lines)
{
    const char *cells;
    Py_ssize_t length, count;
    unsigned char empty;
    core_t core;
    PyObject *check;
    if (!PyArg_ParseTuple(args, "O&y#nbO", read_core, &core, &cells, &length, &count, &empty,
                          &check))
        return NULL;
    if (count < 0 || count > length / 81)
        return refuse("fewer cells than grids");
    PyObject *forms = PyBytes_FromStringAndSize(NULL, 82 * count);
    PyObject *automorphisms = PyBytes_FromStringAndSize(NULL, 4 * count);
    PyObject *result = NULL;
    if (forms && automorphisms) {
        uint8_t *to = (uint8_t *)PyBytes_AsString(forms);
        uint32_t *counts = (uint32_t *)(void *)PyBytes_AsString(automorphisms);
        unlocked_t work = unlock(check);
        const int outcome = canonical_lines(core, (const uint8_t *)cells, NULL, (size_t)count,
                                            empty, to, counts, look_up, &work);
        if (relock(&work, outcome))
            result = PyTuple_Pack(2, forms, automorphisms);
    }
    Py_XDECREF(forms);
    Py_XDECREF(automorphisms);
    return result;
}

/* Whether no symbol, from 1, stands twice in a row, a column or a box. */
static bool keeps_rules(const canonical_shape_t *shape, const uint8_t *cells)
{
    const int columns = shape->box_width * shape->boxes_across;
    const int rows = shape->box_height * shape->boxes_down;
    enum { MOST = CANONICAL_MOST };
    uint32_t row[MOST] = {0}, column[MOST] = {0}, box[MOST][MOST] = {{0}};
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            const uint32_t bit = UINT32_C(1) << cells[r * columns + c] & ~UINT32_C(1);
            uint32_t *here = &box[r / shape->box_height][c / shape->box_width];
            if (bit & (row[r] | column[c] | *here))
                return false;
            row[r] |= bit;
            column[c] |= bit;
            *here |= bit;
        }
    return true;
}

/* Return the canonical form of a grid that breaks no rule, of a geometry (box width and height,
 * boxes across and down, whether transposition is allowed), and the low and the high word of its
 * number of automorphisms. None: past the limits. */
FUNCTION(canonical_general)
{
    canonical_shape_t shape;
    int transposes;
    const char *cells;
    Py_ssize_t length;
    unsigned long long most_steps, most_states;
    PyObject *check;
    if (!PyArg_ParseTuple(args, "(bbbbp)y#KKO", &shape.box_width, &shape.box_height,
                          &shape.boxes_across, &shape.boxes_down, &transposes, &cells, &length,
                          &most_steps, &most_states, &check))
        return NULL;
    shape.transposes = (uint8_t)transposes;
    const int columns = shape.box_width * shape.boxes_across;
    const int rows = shape.box_height * shape.boxes_down;
    const int symbols = shape.box_width * shape.box_height;
    if (rows < 1 || columns < 1 || symbols < 1 || rows > CANONICAL_MOST ||
        columns > CANONICAL_MOST || symbols > CANONICAL_MOST || length != rows * columns ||
        (transposes && rows != columns))
        return refuse("no shape of a grid up to 16x16");
    for (Py_ssize_t i = 0; i < length; i++)
        if ((unsigned char)cells[i] > symbols)
            return refuse("a cell above the number of symbols");
    if (!keeps_rules(&shape, (const uint8_t *)cells))
        return refuse("a symbol is repeated");
    uint8_t form[CANONICAL_MOST * CANONICAL_MOST];
    uint64_t automorphisms[2];
    unlocked_t work = unlock(check);
    const int outcome = canonical_general(&shape, (const uint8_t *)cells, most_steps, most_states,
                                          form, automorphisms, look_up, &work);
    if (!relock(&work, outcome))
        return NULL;
    if (outcome == CANONICAL_TOO_SYMMETRIC)
        Py_RETURN_NONE;
    return Py_BuildValue("y#KK", (const char *)form, length, (unsigned long long)automorphisms[0],
                         (unsigned long long)automorphisms[1]);
}

static PyObject *block_result(const canonical_answer_t *answer)
{
    PyObject *events = PyList_New(0);
    for (size_t i = 0; events && i < answer->read.records; i++) {
        if (!answer->automorphisms[i])
            append(&events,
                   Py_BuildValue("nnn", (Py_ssize_t)i, (Py_ssize_t)answer->read.line[i].start,
                                 (Py_ssize_t)answer->read.line[i].end));
    }
    if (!events)
        return NULL;
    return Py_BuildValue("y#nnN", (const char *)answer->output, (Py_ssize_t)answer->length,
                         (Py_ssize_t)answer->read.records, (Py_ssize_t)answer->read.consumed,
                         events);
}

/* Return the lines for the plain records at the beginning of a block, their number, how many bytes
 * they were, and index, start and end of invalid ones. */
FUNCTION(canonical_block)
{
    const char *text;
    Py_ssize_t length;
    unsigned char empty;
    core_t core;
    PyObject *check;
    canonical_answer_t answer;
    line_keys_t keys;
    if (!PyArg_ParseTuple(args, "O&O&y#bO", read_core, &core, read_line_keys, &keys, &text, &length,
                          &empty, &check))
        return NULL;
    unlocked_t work = unlock(check);
    const int outcome = canonical_block(core, &keys, (const uint8_t *)text, (size_t)length, empty,
                                        &answer, look_up, &work);
    PyObject *result = relock(&work, outcome) ? block_result(&answer) : NULL;
    canonical_block_free(&answer);
    return result;
}

/* Return random equivalents of the plain records at the beginning of a block, the number of these
 * records, and how many bytes they were. A row: separator, number of fields, index of one with a
 * grid; for lines all are 0. */
FUNCTION(shuffle_block)
{
    const char *text;
    Py_ssize_t length;
    PyObject *check;
    unsigned long long first;
    line_keys_t keys;
    shuffle_request_t request = {.keys = &keys};
    shuffle_answer_t answer = {0};
    if (!PyArg_ParseTuple(args, "O&y#(bII)O&KIbO", read_line_keys, &keys, &text, &length,
                          &request.separator, &request.columns, &request.place, read_key,
                          request.key, &first, &request.copies, &request.empty, &check))
        return NULL;
    request.first = first;
    unlocked_t work = unlock(check);
    const int outcome = shuffle_block((const unsigned char *)text, (size_t)length, &request,
                                      &answer, look_up, &work);
    PyObject *result = NULL;
    if (relock(&work, outcome))
        result = Py_BuildValue("y#nn", answer.output.length ? (char *)answer.output.text : "",
                               (Py_ssize_t)answer.output.length, (Py_ssize_t)answer.records,
                               (Py_ssize_t)answer.consumed);
    free(answer.output.text);
    return result;
}
