/* Grids of any geometry that bind/generate.c lets through, partial ones among them: what is
 * constructed keeps the rules, and so does what any number of moves makes of it. */
#include "generate/mix.h"
#include "grids.h"

enum { SMALL = 240, MOST_MOVES = 200 };

/* Take the measures of a grid: mostly of few symbols, which are quick. */
static void take_geometry(input_t *input, int *width, int *height, int *across, int *down)
{
    bool is_small = take_byte(input) < SMALL;
    *width = 1 + take_up_to(input, is_small ? 3 : MIX_MAX - 1);
    *height = 1 + take_up_to(input, is_small ? 3 : MIX_MAX / *width - 1);
    *across = *height - take_up_to(input, *height - 1);
    *down = *width - take_up_to(input, *width - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static mix_t mix;
    static uint8_t cells[MOST_CELLS];
    input_t input = {data, size};
    int width, height, across, down;
    take_geometry(&input, &width, &height, &across, &down);
    uint64_t key[4] = {take(&input, 8), take(&input, 8), 0, 0};
    stream_t stream;
    stream_start(&stream, key, 0);
    mix_start(&mix, width, height, across, down);
    mix_construct(&mix, &stream);
    mix_cells(&mix, cells);
    check(keeps_rules(cells, width, height, across, down));
    while (input.size) {
        mix_moves(&mix, &stream, (uint64_t)take_up_to(&input, MOST_MOVES));
        mix_cells(&mix, cells);
        check(keeps_rules(cells, width, height, across, down));
    }
    return 0;
}
