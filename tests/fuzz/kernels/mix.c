/* Grids of any geometry that bind/generate.c lets through, partial ones among them: constructed
 * grids keep the rules, also after any number of moves; a move is that of a reference which links
 * cells as they see each other; of three symbols each first row is constructed as often as others.
 * */
#include "generate/mix.h"
#include "grids.h"

enum { SMALL = 240, MOST_MOVES = 200, DRAWS = 3600, KEYS = 256, COMPARED = 16 };

static _Thread_local int width, height, across, down, n, rows, columns;
static _Thread_local uint8_t cells[MOST_CELLS], moved[MOST_CELLS];
static _Thread_local uint8_t linked[MOST_CELLS]; /* cells that were swapped or left */

/* Take the measures of a grid: mostly of few symbols, which are quick. */
static void take_geometry(input_t *input)
{
    bool is_small = take_byte(input) < SMALL;
    width = 1 + take_up_to(input, is_small ? 3 : MIX_MAX - 1);
    height = 1 + take_up_to(input, is_small ? 3 : MIX_MAX / width - 1);
    across = height - take_up_to(input, height - 1);
    down = width - take_up_to(input, width - 1);
    n = width * height;
    rows = height * down;
    columns = width * across;
}

/* The coins of a move: the bits of a word, lowest first, then of the next. */
typedef struct {
    stream_t *stream;
    uint64_t bits;
    int tossed;
} toss_t;

static bool toss(toss_t *coins)
{
    if (coins->tossed % 64 == 0)
        coins->bits = stream_next(coins->stream);
    return coins->bits >> coins->tossed++ % 64 & 1;
}

static bool see_each_other(int one, int other)
{
    int row = one / columns, column = one % columns, down_to = other / columns,
        right_to = other % columns;
    return row == down_to || column == right_to ||
           (row / height == down_to / height && column / width == right_to / width);
}

/* Link a cell of two symbols with the cells of the other one that it sees, and these with theirs;
 * exchange the two symbols in all of them, or leave them. */
static void link(int cell, int one, int other, bool swaps)
{
    int wanted = cells[cell] == one ? other : one;
    linked[cell] = 1;
    moved[cell] = (uint8_t)(swaps ? wanted : cells[cell]);
    for (int next = 0; next < rows * columns; next++)
        if (!linked[next] && cells[next] == wanted && see_each_other(cell, next))
            link(next, one, other, swaps);
}

static void exchange_symbols(int one, int other, toss_t *coins)
{
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < rows * columns; cell++)
            if (!linked[cell] && cells[cell] == (side ? other : one))
                link(cell, one, other, toss(coins));
}

/* The cell of a line, a row or a column, at a place. */
static int cell_of(bool is_row, int line, int place)
{
    return is_row ? line * columns + place : place * columns + line;
}

/* Link a place of two lines with the places that have a symbol of it in the other line, and so on;
 * exchange the two cells there, or leave them. */
static void link_lines(bool is_row, int one, int other, int place, bool swaps)
{
    int first = cell_of(is_row, one, place), second = cell_of(is_row, other, place);
    linked[first] = linked[second] = 1;
    moved[first] = cells[swaps ? second : first];
    moved[second] = cells[swaps ? first : second];
    for (int next = 0; next < (is_row ? columns : rows); next++) {
        int above = cell_of(is_row, one, next), below = cell_of(is_row, other, next);
        if (!linked[above] && (cells[above] == cells[second] || cells[below] == cells[first]))
            link_lines(is_row, one, other, next, swaps);
    }
}

static void exchange_lines(bool is_row, int one, int other, toss_t *coins)
{
    for (int place = 0; place < (is_row ? columns : rows); place++)
        if (!linked[cell_of(is_row, one, place)])
            link_lines(is_row, one, other, place, toss(coins));
}

/* Draw an exchange: two symbols, or two rows of a band, or two columns of a stack; where boxes are
 * lines, any two of these. The pairs are numbered, each in both orders. */
static void move(stream_t *stream)
{
    const int groups[3] = {1, height == 1 ? 1 : down, width == 1 ? 1 : across};
    const int sizes[3] = {n, height == 1 ? down : height, width == 1 ? across : width};
    int kinds[3], kind_count = 0;
    for (int kind = 0; kind < 3; kind++)
        if (sizes[kind] > 1)
            kinds[kind_count++] = kind;
    memset(linked, 0, sizeof linked);
    memcpy(moved, cells, sizeof moved);
    if (!kind_count)
        return;
    int kind = kinds[stream_below(stream, (uint64_t)kind_count)], size = sizes[kind];
    int drawn = (int)stream_below(stream, (uint64_t)(groups[kind] * size * (size - 1)));
    int group = drawn / (size * (size - 1)), pair = drawn % (size * (size - 1));
    int one = pair / (size - 1), other = pair % (size - 1);
    other += other >= one;
    toss_t coins = {.stream = stream};
    if (kind == 0)
        exchange_symbols(one + 1, other + 1, &coins);
    else
        exchange_lines(kind == 1, group * size + one, group * size + other, &coins);
}

/* Count first rows of 1x3 boxes, of which there are six. */
static void look_at_chances(mix_t *mix, stream_t *stream)
{
    int counts[4 * 4] = {0};
    for (int draw = 0; draw < DRAWS; draw++) {
        mix_start(mix, 1, 3, 3, 1);
        mix_construct(mix, stream);
        mix_cells(mix, cells);
        counts[4 * cells[0] + cells[1]]++;
    }
    for (int one = 1; one <= 3; one++)
        for (int other = 1; other <= 3; other++) /* Eight deviations away is never. */
            check(one == other || abs(counts[4 * one + other] - DRAWS / 6) < 180);
}

SUBJECT(mix)
{
    static _Thread_local mix_t mix;
    static _Thread_local bool is_done[KEYS];
    take_geometry(&input);
    uint64_t key[4] = {take(&input, 8)};
    key[1] = take(&input, 8);
    stream_t stream;
    stream_start(&stream, key, 0);
    if (key[1] == 1 && key[0] < KEYS && !is_done[key[0]]) {
        is_done[key[0]] = true;
        look_at_chances(&mix, &stream);
        return;
    }
    mix_start(&mix, width, height, across, down);
    mix_construct(&mix, &stream);
    mix_cells(&mix, cells);
    check(keeps_rules(cells, width, height, across, down));
    answer_bytes(cells, (size_t)(rows * columns));
    while (input.size) {
        int moves = take_up_to(&input, MOST_MOVES);
        if (n <= COMPARED &&
            moves < 100) { /* One is compared: it takes long where there are many cells. */
            stream_t same = stream;
            move(&same);
            mix_moves(&mix, &stream, 1);
            mix_cells(&mix, cells);
            check(memcmp(cells, moved, (size_t)(rows * columns)) == 0);
            check(memcmp(&stream, &same, sizeof same) == 0);
            moves /= 8;
        }
        mix_moves(&mix, &stream, (uint64_t)moves);
        mix_cells(&mix, cells);
        check(keeps_rules(cells, width, height, across, down));
    }
}
