/* Grids of any geometry that bind/generate.c lets through, partial ones among them: constructed
 * grids keep the rules, also after any number of moves. */
#include "generate/mix.h"
#include "grids.h"

enum { SMALL = 240, MOST_MOVES = 200 };

static _Thread_local int width, height, across, down, n, rows, columns;
static _Thread_local uint8_t cells[MOST_SYMBOLS * MOST_SYMBOLS];

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

SUBJECT(mix)
{
    static _Thread_local mix_t mix;
    take_geometry(&input);
    uint64_t key[4] = {take(&input, 8)};
    key[1] = take(&input, 8);
    stream_t stream;
    stream_start(&stream, key, 0);
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
