/* Every number is that of one 9x9 grid, which keeps the rules and has this number; and a grid that is
 * another one seen from elsewhere has a number that leads back to it; one changed cell makes it no
 * grid. */
#include "generate/ranking.h"
#include "grids.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_t input = {data, size};
    uint32_t box = (uint32_t)take(&input, 4) % RANKING_BOXES, found_box;
    uint64_t place = take(&input, 8) % RANKING_OF_A_BOX, found;
    uint8_t cells[81], seen[81];
    check(ranking_cells(box, place, cells) == WORK_DONE);
    check(keeps_rules(cells, 3, 3, 3, 3) && ranking_is_grid(cells));
    check(ranking_of_cells(cells, &found_box, &found) == WORK_DONE);
    check(found_box == box && found == place);
    if (!input.size)
        return 0;
    int shift = take_up_to(&input, 8), turn = take_up_to(&input, 2);
    for (int cell = 0; cell < 81; cell++) /* Transposed, relabelled, and bands turned. */
        seen[(cell % 9 * 9 + cell / 9 + 27 * turn) % 81] =
            (uint8_t)((cells[cell] + shift - 1) % 9 + 1);
    cells[shift * 9] ^= (uint8_t)(1 + turn); /* Another symbol clashes, or is none. */
    check(!ranking_is_grid(cells));
    check(ranking_of_cells(seen, &box, &place) == WORK_DONE);
    check(box < RANKING_BOXES && place < RANKING_OF_A_BOX);
    check(ranking_cells(box, place, cells) == WORK_DONE);
    check(memcmp(cells, seen, sizeof cells) == 0);
    return 0;
}
