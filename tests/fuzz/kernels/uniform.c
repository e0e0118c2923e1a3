/* Uniform drawing of every geometry that it knows, from any stream: a complete grid that keeps the
 * rules, and the same again from the same stream; where boxes are lines, that of the number which
 * the stream draws; of 2x2 boxes each of the 288 grids as often as others; of 3x3 boxes each two
 * symbols in two cells, and boxes as much like one box as like another. */
#include "generate/fillings.h"
#include "generate/uniform.h"
#include "grids.h"
#include "steer.h"

enum { GEOMETRIES = 17 };
static const uint8_t geometries[GEOMETRIES][2] = {{3, 3}, {1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5},
                                                  {2, 1}, {3, 1}, {4, 1}, {5, 1}, {2, 2}, {2, 3},
                                                  {2, 4}, {3, 2}, {4, 2}, {3, 3}, {3, 3}};

/* Draws of a test of chances; a number of them is too far from the expected one if that happens
 * once in 10^15 tests: more than eight deviations. */
enum { TESTS = 250, KEYS = 256, SMALL_DRAWS = 288 * 80, DRAWS = 7200, CODES = 1 << 18 };

static void look_at_count(int count, double expected)
{
    double away = count - expected;
    check(away * away < 64 * expected + 64);
}

/* Count how often each grid of 2x2 boxes is drawn; nine cells identify it. */
static void look_at_small(stream_t *stream)
{
    static const int places[9] = {0, 1, 2, 3, 4, 6, 8, 9, 10};
    static _Thread_local int counts[CODES];
    int grids = 0;
    memset(counts, 0, sizeof counts);
    for (int draw = 0; draw < SMALL_DRAWS; draw++) {
        uint8_t cells[16];
        int code = 0;
        check(uniform_cells(2, 2, stream, cells) == WORK_DONE);
        for (int k = 0; k < 9; k++)
            code = 4 * code + cells[places[k]] - 1;
        counts[code]++;
    }
    for (int code = 0; code < CODES; code++)
        if (counts[code]) {
            grids++;
            look_at_count(counts[code], SMALL_DRAWS / 288.0);
        }
    check(grids == 288);
}

/* How much two boxes of the first band are alike: the squares of how many symbols their columns
 * have in common, in any order of the columns. */
static int likeness(const uint8_t *cells, int one, int other)
{
    int found = 0;
    for (int pair = 0; pair < 9; pair++) {
        int left = 0, right = 0;
        for (int row = 0; row < 27; row += 9) {
            left |= 1 << cells[row + 3 * one + pair / 3];
            right |= 1 << cells[row + 3 * other + pair % 3];
        }
        int common = __builtin_popcount((unsigned)(left & right));
        found += common * common;
    }
    return found;
}

/* Count symbols of pairs of cells in grids of 3x3 boxes, and which of two boxes is more like a
 * third: all symbols are alike, and so are the boxes. */
static void look_at_nine(stream_t *stream)
{
    static const int places[3][2] = {{0, 1}, {0, 40}, {28, 80}};
    int counts[3][10][10] = {{{0}}}, same[3] = {0}, more[3] = {0};
    for (int draw = 0; draw < DRAWS; draw++) {
        uint8_t cells[81];
        check(uniform_cells(3, 3, stream, cells) == WORK_DONE);
        for (int k = 0; k < 3; k++) {
            int one = cells[places[k][0]], other = cells[places[k][1]];
            counts[k][one][other]++;
            same[k] += one == other;
        }
        int one = likeness(cells, 0, 1), other = likeness(cells, 0, 2);
        more[one > other ? 0 : one < other ? 1 : 2]++;
    }
    for (int k = 0; k < 3; k++)
        for (int one = 1; one <= 9; one++)
            for (int other = 1; other <= 9; other++)
                look_at_count(counts[k][one][other],
                              one == other ? same[k] / 9.0 : (DRAWS - same[k]) / 72.0);
    look_at_count(more[0], (more[0] + more[1]) / 2.0);
}

/* Compare a latin square with the filling of the number that is drawn. */
static void look_at_square(int n, stream_t stream, const uint8_t *cells)
{
    static _Thread_local fillings_t *known[FILLINGS_MAX_HEIGHT + 1];
    uint16_t sets[FILLINGS_MAX_HEIGHT];
    int rows[FILLINGS_MAX_HEIGHT];
    for (int column = 0; column < n; column++)
        sets[column] = (uint16_t)((1 << n) - 1);
    if (!known[n])
        check((known[n] = fillings_new(sets, n, n)) != NULL);
    fillings_at(known[n], (uint32_t)stream_below(&stream, fillings_count(known[n])), rows);
    for (int cell = 0; cell < n * n; cell++)
        check(cells[cell] == known[n]->digits[rows[cell / n]][cell % n] + 1);
}

SUBJECT(uniform)
{
    int kind = take_byte(&input);
    const uint8_t *box = geometries[kind % GEOMETRIES];
    uint8_t cells[81], again[81];
    stream_t stream, same;
    for (int word = 0; word < 4; word++)
        stream.s[word] = take(&input, 8);
    stream.s[0] |= !(stream.s[0] | stream.s[1] | stream.s[2] | stream.s[3]); /* As bind/ asks. */
    if (kind >= TESTS) {
        static _Thread_local bool is_done[2]
                                         [KEYS]; /* They take long, and would be the same again. */
        const uint64_t key[4] = {stream.s[0] % KEYS, 0, 0, 0};
        if (is_done[kind & 1][key[0]])
            return;
        is_done[kind & 1][key[0]] = true;
        stream_start(&stream, key, 0);
        if (kind & 1)
            look_at_small(&stream);
        else
            look_at_nine(&stream);
        return;
    }
    if (input.size && *input.data % 16 == 1) /* The last number, where it is the first drawn. */
        stream.s[1] = word_before(UINT64_MAX);
    same = stream;
    check(uniform_is_exact(box[0], box[1]));
    check(uniform_cells(box[0], box[1], &stream, cells) == WORK_DONE);
    answer_bytes(cells, (size_t)(box[0] * box[1] * box[0] * box[1]));
    if (box[0] == 1 || box[1] == 1)
        look_at_square(box[0] * box[1], same, cells);
    check(keeps_rules(cells, box[0], box[1], box[1], box[0]));
    if (input.size) {
        check(uniform_cells(box[0], box[1], &same, again) == WORK_DONE);
        check(memcmp(cells, again, (size_t)(box[0] * box[1] * box[0] * box[1])) == 0);
        check(memcmp(stream.s, same.s, sizeof stream.s) == 0);
    }
}
