/* Grids dug, with any orbits and any number of clues. A puzzle is its grid without some whole
 * orbits, has one solution, the requested number of clues, and is minimal on request; every core
 * digs the same with the same numbers of the stream. */
#include "request.h"

SUBJECT(dig)
{
    enum { MOST_GRIDS = 3 };
    static _Thread_local uint8_t cells[MOST_GRIDS][81];
    dig_request_t request;
    dig_grid_t first[MOST_GRIDS], second[MOST_GRIDS];
    int core = take_byte(&input), count = 1 + core / 86;
    take_request(&input, &request);
    for (int k = 0; k < count; k++) {
        take_grid(&input, cells[k]);
        first[k] = (dig_grid_t){.grid = cells[k], .stream = take_stream(&input)};
        second[k] = first[k];
    }
    request.solve = bulk_solver(CORE_SCALAR);
    check(dig(&request, first, (size_t)count, NULL, NULL) == WORK_DONE);
    request.solve = bulk_solver(some_core(core));
    check(dig(&request, second, (size_t)count, NULL, NULL) == WORK_DONE);
    for (int k = 0; k < count; k++) {
        check_dug(&request, &first[k]);
        answer_dug(&first[k]);
        check_same(&first[k], &second[k]);
    }
}
