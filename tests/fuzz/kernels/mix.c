/* Grids of any geometry that bind/generate.c lets through, partial ones among them: constructed
 * grids keep the rules, also after any number of moves; of three symbols each first row is
 * constructed as often as others. */
#include "generate/mix.h"
#include "grids.h"

enum { SMALL = 240, MOST_MOVES = 200, DRAWS = 3600, KEYS = 256 };

static _Thread_local int width, height, across, down, n, rows, columns;
static _Thread_local uint8_t cells[MOST_CELLS];

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
        mix_moves(&mix, &stream, (uint64_t)take_up_to(&input, MOST_MOVES));
        mix_cells(&mix, cells);
        check(keeps_rules(cells, width, height, across, down));
    }
}
