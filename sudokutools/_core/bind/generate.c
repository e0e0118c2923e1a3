/* Python's view of generate/uniform.c, mix.c and ranking.c. */
#include "bind/bind.h"
#include "generate/mix.h"
#include "generate/ranking.h"
#include "generate/uniform.h"
#include "lines.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_CELLS = MIX_MAX * MIX_MAX,
    MOVES_A_SLICE = 16384, /* Moves, and grids, between two looks for a signal. */
    GRIDS_A_SLICE = 1024,
};

/* How complete grids are drawn: exactly uniform (no `mix`), or by a chain of `moves` moves. */
typedef struct {
    int box_width, box_height, boxes_across, boxes_down;
    int n, size;
    unsigned long long moves;
    mix_t *mix;
} method_t;

static bool start_method(method_t *method, bool is_uniform)
{
    int width = method->box_width, height = method->box_height;
    int across = method->boxes_across, down = method->boxes_down;
    if (width < 1 || height < 1 || width > MIX_MAX || height > MIX_MAX ||
        width * height > MIX_MAX || across < 1 || down < 1 || across > height || down > width ||
        (is_uniform && !(across == height && down == width && uniform_is_exact(width, height))))
        return refuse("no such geometry");
    method->n = width * height;
    method->size = width * across * height * down;
    if (is_uniform)
        return true;
    method->mix = malloc(sizeof *method->mix);
    if (!method->mix)
        return PyErr_NoMemory();
    mix_start(method->mix, width, height, across, down);
    return true;
}

/* Draw one grid, without the lock, with looks for a signal between slices of moves. */
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

/* Draw one grid from a stream whose state is four words, and return the state after it. */
FUNCTION(generate_cells)
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
    if (!is_state(stream.s) || !start_method(&method, is_uniform))
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

/* Write the lines of `count` records from `record`, without the lock, and move `to` behind them. */
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

/* Draw the grids of `count` records as lines, each followed by the note, which has the newline. */
FUNCTION(generate_lines)
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
    if (!start_method(&method, is_uniform))
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

/* Return the cells of a 9x9 grid of the enumeration. */
FUNCTION(grid_of_rank)
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

/* Return (box, place). */
FUNCTION(rank_of_grid)
{
    const char *cells;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(args, "y#", &cells, &length))
        return NULL;
    if (length != 81 || !line_is_complete((const uint8_t *)cells, 1))
        return refuse("a grid is 81 cells that keep the rules");
    uint32_t box;
    uint64_t place;
    unlocked_t work = unlock(NULL);
    bool is_fine = relock(&work, ranking_of_cells((const uint8_t *)cells, &box, &place));
    return is_fine ? Py_BuildValue("IK", (unsigned int)box, (unsigned long long)place) : NULL;
}
