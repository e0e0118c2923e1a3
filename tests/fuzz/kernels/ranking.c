/* Every number is that of one 9x9 grid, which keeps the rules and has this number, also where the
 * sets of its columns change; some grids are stored from the definition; a grid that is another one
 * seen from elsewhere has a number that leads back to it; one changed cell makes it no grid. */
#include "generate/ranking.h"
#include "grids.h"

enum { EDGE = 224 };

/* Grids by the definition in sudokutools/generating/ranking.py. */
static const struct {
    uint32_t box;
    uint64_t place;
    const char *cells;
} samples[] = {
    {0, 0, "147258369258369147369147258471582693582693471693471582714825936825936714936714825"},
    {RANKING_BOXES - 1, RANKING_OF_A_BOX - 1,
     "579864321468321795321795864943687512852913647716542983634279158297158436185436279"},
    {12345, UINT64_C(36766444841385984),
     "128469735567831294493752681381675942749218356652943178815396427234187569976524813"},
    {777, UINT64_C(9876543210987654),
     "492561378573284691861793245148379526359826417726145839215637984937458162684912753"},
};

/* Write the grid of a number, which leads back to it. */
static void look_at(uint32_t box, uint64_t place, uint8_t cells[81])
{
    uint32_t found_box;
    uint64_t found;
    check(ranking_cells(box, place, cells) == WORK_DONE);
    check(keeps_rules(cells, 3, 3, 3, 3) && ranking_is_grid(cells));
    check(ranking_of_cells(cells, &found_box, &found) == WORK_DONE);
    check(found_box == box && found == place);
}

static void look_at_samples(void)
{
    uint8_t cells[81];
    for (size_t k = 0; k < sizeof samples / sizeof *samples; k++) {
        look_at(samples[k].box, samples[k].place, cells);
        for (int cell = 0; cell < 81; cell++)
            check(cells[cell] == samples[k].cells[cell] - '0');
    }
}

/* Return whether the columns of a band, as far as one of them, have the sets of another grid. */
static bool have_sets(const uint8_t *cells, const uint8_t *other, int band, int end)
{
    for (int column = 0; column < end; column++) {
        int one = 0, two = 0;
        for (int cell = 27 * band + column; cell < 27 * band + 27; cell += 9) {
            one |= 1 << cells[cell];
            two |= 1 << other[cell];
        }
        if (one != two)
            return false;
    }
    return true;
}

/* Return the first place whose grid begins like that of a place: in the sets of the first band; or
 * in the first band and `sets` sets of the second. */
static uint64_t first_place(uint32_t box, uint64_t place, const uint8_t cells[81], int sets)
{
    uint64_t low = 0;
    while (low < place) {
        uint64_t middle = low + (place - low) / 2;
        uint8_t other[81];
        check(ranking_cells(box, middle, other) == WORK_DONE);
        if (have_sets(other, cells, 0, 9) &&
            (!sets || (memcmp(other, cells, 27) == 0 && have_sets(other, cells, 1, sets))))
            place = middle;
        else
            low = middle + 1;
    }
    return place;
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
    check(!ranking_is_grid(cells));
    *changed = (uint8_t)(turn * 10); /* These are invalid. */
    check(kept == *changed || !ranking_is_grid(cells));
    check(ranking_of_cells(seen, &box, &place) == WORK_DONE);
    check(box < RANKING_BOXES && place < RANKING_OF_A_BOX);
    check(ranking_cells(box, place, cells) == WORK_DONE);
    check(memcmp(cells, seen, sizeof seen) == 0);
}

SUBJECT(ranking)
{
    static _Thread_local bool is_begun;
    uint32_t box = (uint32_t)take(&input, 4) % RANKING_BOXES;
    uint64_t place = take(&input, 8) % RANKING_OF_A_BOX;
    uint8_t cells[81];
    if (!is_begun)
        look_at_samples();
    is_begun = true;
    look_at(box, place, cells);
    answer_bytes(cells, sizeof cells);
    if (!input.size)
        return;
    int shift = take_up_to(&input, 8), turn = take_up_to(&input, 2), kind = take_byte(&input);
    look_from_elsewhere(shift, turn, cells);
    if (kind < EDGE)
        return;
    check(ranking_cells(box, place, cells) == WORK_DONE);
    uint64_t first = first_place(box, place, cells, kind % 4 * 3);
    look_at(box, first, cells);
    look_at(box, first ? first - 1 : RANKING_OF_A_BOX - 1, cells);
}
