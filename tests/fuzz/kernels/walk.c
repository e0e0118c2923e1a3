/* The walk among partial solutions, begun at any time, and the search around it: grids that have a
 * solution get one that keeps the rules and the clues, and another one when that is forbidden. */
#include "cdcl/cdcl.h"
#include "generate/mix.h"
#include "grids.h"

enum { MOST_SLICES = 400, SLICE = 2000, MOST_SOLUTIONS = 4 };

/* Take a geometry and a grid of it, of which some cells are clues. */
static bool take_grid(input_t *input, cdcl_shape_t *shape, uint8_t *clues)
{
    static mix_t mix;
    shape->box_width = 1 + take_up_to(input, 5);
    shape->box_height = 1 + take_up_to(input, 5);
    if (shape->box_width * shape->box_height > 20)
        return false;
    shape->boxes_across = shape->box_height - take_up_to(input, shape->box_height - 1);
    shape->boxes_down = shape->box_width - take_up_to(input, shape->box_width - 1);
    uint64_t key[4] = {take(input, 4), 0, 0, 0};
    int emptied = take_byte(input);
    stream_t stream;
    stream_start(&stream, key, 0);
    mix_start(&mix, shape->box_width, shape->box_height, shape->boxes_across, shape->boxes_down);
    mix_construct(&mix, &stream);
    mix_cells(&mix, clues);
    for (int cell = 0; cell < mix.rows * mix.columns; cell++)
        if ((int)stream_below(&stream, 255) < emptied)
            clues[cell] = 0;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t clues[400], cells[400], before[400];
    input_t input = {data, size};
    cdcl_shape_t shape;
    if (!take_grid(&input, &shape, clues))
        return 0;
    int many = shape.box_width * shape.boxes_across * shape.box_height * shape.boxes_down;
    uint64_t key[4] = {take(&input, 2), 0, 0, 0};
    cdcl_t *search = cdcl_new(&shape, clues, key, false);
    check(search != NULL);
    cdcl_walk_from(search, take_byte(&input));
    for (int slices = 0, found = 0; slices < MOST_SLICES && found < MOST_SOLUTIONS; slices++) {
        int outcome = cdcl_run(search, take_byte(&input) ? SLICE : take_byte(&input));
        if (outcome == SEARCH_PAUSED)
            continue;
        check(outcome == SEARCH_SOLUTION || (outcome == SEARCH_NONE && found > 0));
        if (outcome == SEARCH_NONE)
            break;
        cdcl_solution(search, cells);
        check(keeps_rules(cells, shape.box_width, shape.box_height, shape.boxes_across,
                          shape.boxes_down));
        for (int cell = 0; cell < many; cell++)
            check(!clues[cell] || clues[cell] == cells[cell]);
        check(!found || memcmp(cells, before, (size_t)many) != 0);
        memcpy(before, cells, (size_t)many);
        check(cdcl_forbid(search, cells));
        cdcl_walk_from(search, take_byte(&input) - 1);
        found++;
    }
    cdcl_free(search);
    return 0;
}
