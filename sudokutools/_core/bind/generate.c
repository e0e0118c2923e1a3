/* Python's view of generate/uniform.c, mix.c, ranking.c and regions.c. */
#include "bind/bind.h"
#include "generate/mix.h"
#include "generate/ranking.h"
#include "generate/regions.h"
#include "generate/uniform.h"
#include "generate/classes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CELLS = MIX_MAX * MIX_MAX,
    MOVES_A_SLICE = 16384, /* Moves, and grids, between two looks for a signal. */
    GRIDS_A_SLICE = 1024,
    EXCHANGES_A_SLICE = 64,
};

/* How complete grids are drawn: exactly uniform (no `mix`), or by a chain of `moves` moves. */
typedef struct {
    int box_width, box_height, boxes_across, boxes_down;
    int n, size;
    unsigned long long moves;
    mix_t *mix;
} method_t;

/* Fill in a method whose numbers were parsed. Return 0, or -1 and set an exception. */
static int start_method(method_t *method, bool is_uniform)
{
    int width = method->box_width, height = method->box_height;
    int across = method->boxes_across, down = method->boxes_down;
    if (width < 1 || height < 1 || width > MIX_MAX || height > MIX_MAX ||
        width * height > MIX_MAX || across < 1 || down < 1 || across > height || down > width ||
        (is_uniform && !(across == height && down == width && uniform_is_exact(width, height)))) {
        PyErr_SetString(PyExc_ValueError, "no such geometry");
        return -1;
    }
    method->n = width * height;
    method->size = width * across * height * down;
    if (is_uniform)
        return 0;
    method->mix = malloc(sizeof *method->mix);
    if (!method->mix) {
        PyErr_NoMemory();
        return -1;
    }
    mix_start(method->mix, width, height, across, down);
    return 0;
}

/* Draw one grid, without the lock; there are looks for a signal between slices of moves. How it
 * ended is the result. */
static int draw(const method_t *method, stream_t *stream, uint8_t *cells, unlocked_t *work)
{
    if (!method->mix)
        return uniform_cells(method->box_width, method->box_height, stream, cells);
    unsigned long long left = method->moves;
    mix_construct(method->mix, stream);
    do {
        unsigned long long moves = left < MOVES_A_SLICE ? left : MOVES_A_SLICE;
        mix_moves(method->mix, stream, moves);
        left -= moves;
        if (look_up(work))
            return WORK_STOPPED;
    } while (left);
    mix_cells(method->mix, cells);
    return WORK_DONE;
}

/* generate_cells(box_width, box_height, boxes_across, boxes_down, is_uniform, moves, state)
 * -> (cells, state). Draw one grid from a stream whose state is four words of 8 bytes, and return
 * the state after it. */
static PyObject *generate_cells(PyObject *Py_UNUSED(self), PyObject *args)
{
    method_t method = {0};
    int is_uniform;
    const char *state;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "iiiipKy#", &method.box_width, &method.box_height,
                          &method.boxes_across, &method.boxes_down, &is_uniform, &method.moves,
                          &state, &length))
        return NULL;
    stream_t stream;
    if (length != sizeof stream.s)
        return refuse("a state is 32 bytes");
    memcpy(stream.s, state, sizeof stream.s);
    if (!is_state(stream.s) || start_method(&method, is_uniform) < 0)
        return NULL;
    uint8_t cells[MAX_CELLS];
    unlocked_t work = unlock(NULL);
    bool is_fine = relock(&work, draw(&method, &stream, cells, &work));
    free(method.mix);
    return is_fine ? Py_BuildValue("y#y#", (const char *)cells, (Py_ssize_t)method.size,
                                   (const char *)stream.s, (Py_ssize_t)sizeof stream.s)
                   : NULL;
}

/* Write a grid as cells of the format `line`, without an end; return the place after it. */
static char *write_line(char *to, const uint8_t *cells, int size, int n)
{
    static const char signs[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (n <= 35) {
        for (int cell = 0; cell < size; cell++)
            to[cell] = signs[cells[cell]];
        return to + size;
    }
    for (int cell = 0; cell < size; cell++) {
        int symbol = cells[cell];
        if (cell)
            *to++ = ',';
        if (symbol >= 100)
            *to++ = '1';
        if (symbol >= 10)
            *to++ = (char)('0' + symbol / 10 % 10);
        *to++ = (char)('0' + symbol % 10);
    }
    return to;
}

/* Write the lines of `count` records from `record`, without the lock, and move `to` behind them.
 * How it ended is the result. */
static int write_lines(const method_t *method, const uint64_t key[4], unsigned long long record,
                       Py_ssize_t count, const char *note, size_t note_length, char **to,
                       unlocked_t *work)
{
    uint8_t cells[MAX_CELLS];
    for (Py_ssize_t k = 0; k < count; k++) {
        stream_t stream;
        stream_start(&stream, key, record + (unsigned long long)k);
        int outcome = draw(method, &stream, cells, work);
        if (outcome != WORK_DONE)
            return outcome;
        *to = write_line(*to, cells, method->size, method->n);
        memcpy(*to, note, note_length);
        *to += note_length;
        if (!method->mix && k % GRIDS_A_SLICE == GRIDS_A_SLICE - 1 && look_up(work))
            return WORK_STOPPED;
    }
    return WORK_DONE;
}

/* generate_lines(box_width, box_height, boxes_across, boxes_down, is_uniform, moves, key, record,
 * count, note) -> bytes. Draw the grids of `count` records, each written as `line` and followed by
 * the note, which ends in a newline. */
static PyObject *generate_lines(PyObject *Py_UNUSED(self), PyObject *args)
{
    method_t method = {0};
    int is_uniform;
    const char *key_bytes, *note;
    Py_ssize_t key_length, note_length, count;
    unsigned long long record;
    if (!PyArg_ParseTuple(args, "iiiipKy#Kny#", &method.box_width, &method.box_height,
                          &method.boxes_across, &method.boxes_down, &is_uniform, &method.moves,
                          &key_bytes, &key_length, &record, &count, &note, &note_length))
        return NULL;
    uint64_t key[4];
    if (key_length != sizeof key || count < 0)
        return refuse("a key is 32 bytes, a count not negative");
    memcpy(key, key_bytes, sizeof key);
    if (start_method(&method, is_uniform) < 0)
        return NULL;
    size_t longest = (size_t)method.size * (method.n > 35 ? 4 : 1) + (size_t)note_length;
    PyObject *result = NULL;
    char *lines = NULL;
    if ((size_t)count < (size_t)PY_SSIZE_T_MAX / longest)
        lines = malloc((size_t)count * longest + 1);
    char *end = lines;
    unlocked_t work = unlock(NULL);
    int outcome = WORK_NO_MEMORY;
    if (lines)
        outcome = write_lines(&method, key, record, count, note, (size_t)note_length, &end, &work);
    if (relock(&work, outcome))
        result = PyBytes_FromStringAndSize(lines, end - lines);
    free(lines);
    free(method.mix);
    return result;
}

/* uniform_classes(height) -> list of tuples. The rows of generate/classes.h: for height 0 of 9x9
 * grids, for 2, 3 and 4 of two bands. */
static PyObject *uniform_class_rows(PyObject *Py_UNUSED(self), PyObject *args)
{
    static const struct {
        const two_band_class_t *rows;
        int count;
    } two_bands[] = {{two_band_classes_2, 2}, {two_band_classes_3, 4}, {two_band_classes_4, 26}};
    int height;
    if (!PyArg_ParseTuple(args, "i", &height))
        return NULL;
    if (height != 0 && (height < 2 || height > 4))
        return refuse("no classes of this height");
    PyObject *list = PyList_New(0);
    int count = height ? two_bands[height - 2].count : NINE_CLASSES;
    for (int i = 0; list && i < count; i++) {
        PyObject *row;
        if (height) {
            const two_band_class_t *c = &two_bands[height - 2].rows[i];
            row = Py_BuildValue("y#II", (const char *)c->words, (Py_ssize_t)(2 * height), c->size,
                                c->ways);
        } else {
            const nine_class_t *c = &nine_classes[i];
            row = Py_BuildValue("(HHH)(HHH)IIKI", c->second[0], c->second[1], c->second[2],
                                c->third[0], c->third[1], c->third[2], c->size, c->ways,
                                (unsigned long long)c->completions, c->most);
        }
        append(&list, row);
    }
    return list;
}

/* grid_of_rank(box, place) -> bytes. The cells of a 9x9 grid of the enumeration. */
static PyObject *grid_of_rank(PyObject *Py_UNUSED(self), PyObject *args)
{
    unsigned int box;
    unsigned long long place;
    if (!PyArg_ParseTuple(args, "IK", &box, &place))
        return NULL;
    if (box >= RANKING_BOXES || place >= RANKING_OF_A_BOX)
        return refuse("no such rank");
    uint8_t cells[81];
    unlocked_t work = unlock(NULL);
    bool is_fine = relock(&work, ranking_cells(box, place, cells));
    return is_fine ? PyBytes_FromStringAndSize((const char *)cells, 81) : NULL;
}

/* rank_of_grid(cells) -> (box, place). The inverse. */
static PyObject *rank_of_grid(PyObject *Py_UNUSED(self), PyObject *args)
{
    const char *cells;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "y#", &cells, &length))
        return NULL;
    if (length != 81 || !ranking_is_grid((const uint8_t *)cells))
        return refuse("a grid is 81 cells that keep the rules");
    uint32_t box;
    uint64_t place;
    unlocked_t work = unlock(NULL);
    bool is_fine = relock(&work, ranking_of_cells((const uint8_t *)cells, &box, &place));
    return is_fine ? Py_BuildValue("IK", (unsigned int)box, (unsigned long long)place) : NULL;
}

/* random_regions(n, box_width, state) -> (regions, state). Draw a map of n regions from a stream
 * whose state is four words of 8 bytes, and return the state after it. */
static PyObject *random_regions(PyObject *Py_UNUSED(self), PyObject *args)
{
    int n, box_width;
    const char *state;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "iiy#", &n, &box_width, &state, &length))
        return NULL;
    stream_t stream;
    if (length != sizeof stream.s || n < 2 || n > REGIONS_MAX || box_width < 1 || n % box_width)
        return refuse("a state is 32 bytes, n from 2 to 100, a box divides it");
    memcpy(stream.s, state, sizeof stream.s);
    if (!is_state(stream.s))
        return NULL;
    regions_t *map = malloc(sizeof *map);
    if (!map)
        return PyErr_NoMemory();
    regions_start(map, n, box_width);
    unlocked_t work = unlock(NULL);
    int outcome = WORK_DONE;
    for (int left = 4 * n * n / 3; left && outcome == WORK_DONE;) {
        int count = left < EXCHANGES_A_SLICE ? left : EXCHANGES_A_SLICE;
        regions_exchange(map, &stream, count);
        left -= count;
        outcome = left && look_up(&work) ? WORK_STOPPED : WORK_DONE;
    }
    regions_number(map);
    PyObject *result = NULL;
    if (relock(&work, outcome))
        result = Py_BuildValue("y#y#", (const char *)map->region, (Py_ssize_t)n * n,
                               (const char *)stream.s, (Py_ssize_t)sizeof stream.s);
    free(map);
    return result;
}

PyMethodDef generate_methods[] = {
    {"generate_cells", generate_cells, METH_VARARGS, NULL},
    {"generate_lines", generate_lines, METH_VARARGS, NULL},
    {"grid_of_rank", grid_of_rank, METH_VARARGS, NULL},
    {"random_regions", random_regions, METH_VARARGS, NULL},
    {"rank_of_grid", rank_of_grid, METH_VARARGS, NULL},
    {"uniform_classes", uniform_class_rows, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
