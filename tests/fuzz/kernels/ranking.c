/* Every number is that of one 9x9 grid, which keeps the rules and has this number; a grid that is
 * another one seen from elsewhere has a number that leads back to it; one changed cell makes it no
 * grid. */
#include "generate/ranking.h"
#include "grids.h"
#include "lines.h"

/* Write the grid of a number, which leads back to it. */
static void look_at(uint32_t box, uint64_t place, uint8_t cells[81])
{
    uint32_t found_box;
    uint64_t found;
    check(ranking_cells(box, place, cells) == WORK_DONE);
    check(keeps_rules(cells, 3, 3, 3, 3) && line_is_complete(cells, 1));
    check(ranking_of_cells(cells, &found_box, &found) == WORK_DONE);
    check(found_box == box && found == place);
}

/* See a grid from elsewhere; and change a cell of it. */
static void look_from_elsewhere(int shift, int turn, uint8_t cells[81])
{
    uint8_t seen[81];
    uint32_t box;
    uint64_t place;
    for (int cell = 0; cell < 81; cell++) /* Transposed, relabelled, and bands turned. */
        seen[(cell % 9 * 9 + cell / 9 + 27 * turn) % 81] =
            (uint8_t)((cells[cell] + shift - 1) % 9 + 1);
    uint8_t *changed = &cells[shift % 2 ? 80 - shift * 9 : shift * 9], kept = *changed;
    *changed ^= (uint8_t)(1 + turn); /* Another symbol clashes, or is invalid. */
    check(!line_is_complete(cells, 1));
    *changed = (uint8_t)(turn * 10); /* These are invalid. */
    check(kept == *changed || !line_is_complete(cells, 1));
    check(ranking_of_cells(seen, &box, &place) == WORK_DONE);
    check(box < RANKING_BOXES && place < RANKING_OF_A_BOX);
    check(ranking_cells(box, place, cells) == WORK_DONE);
    check(memcmp(cells, seen, sizeof seen) == 0);
}

SUBJECT(ranking)
{
    uint32_t box = (uint32_t)take(&input, 4) % RANKING_BOXES;
    uint64_t place = take(&input, 8) % RANKING_OF_A_BOX;
    uint8_t cells[81];
    look_at(box, place, cells);
    answer_bytes(cells, sizeof cells);
    if (!input.size)
        return;
    int shift = take_up_to(&input, 8), turn = take_up_to(&input, 2);
    look_from_elsewhere(shift, turn, cells);
}
