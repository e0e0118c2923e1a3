/* Canonical forms of grids of any geometry up to 16x16. What equivalent grids have is the same, and
 * the form of a form is itself, but with transposition only where that is a symmetry; any other
 * shape that the binding lets through is safe. */
#include "canonical/form.h"
#include "work.h"

#include "symmetry.h"

enum { STEPS = 4000, STATES = 500 };

typedef struct {
    int box[2], boxes[2]; /* across, down */
    int columns, rows;
    canonical_shape_t shape;
    uint8_t cells[256];
} grid_t;

/* Take a shape that the binding lets through. False: invalid. */
static bool take_shape(input_t *input, grid_t *grid)
{
    for (int k = 0; k < 2; k++) {
        int factor = take_up_to(input, 3);
        grid->box[k] = 1 + factor * (1 + take_up_to(input, 4));
        grid->boxes[k] = 1 + take_up_to(input, 15);
    }
    grid->columns = grid->box[0] * grid->boxes[0];
    grid->rows = grid->box[1] * grid->boxes[1];
    bool transposes = take_byte(input) & 1;
    grid->shape = (canonical_shape_t){(uint8_t)grid->box[0], (uint8_t)grid->box[1],
                                      (uint8_t)grid->boxes[0], (uint8_t)grid->boxes[1], transposes};
    return grid->columns <= 16 && grid->rows <= 16 && grid->box[0] * grid->box[1] <= 16 &&
           (!transposes || grid->rows == grid->columns);
}

/* Whether a symbol fits into a cell of the grid. */
static bool may_stand(const grid_t *grid, int cell, int symbol)
{
    int row = cell / grid->columns, column = cell % grid->columns;
    for (int other = 0; other < grid->rows * grid->columns; other++) {
        int r = other / grid->columns, c = other % grid->columns;
        bool is_peer =
            r == row || c == column ||
            (r / grid->box[1] == row / grid->box[1] && c / grid->box[0] == column / grid->box[0]);
        if (other != cell && is_peer && grid->cells[other] == symbol)
            return false;
    }
    return true;
}

/* Take cells; symbols that would break a rule are dropped, as the binding lets no other through. */
static void take_cells(input_t *input, grid_t *grid)
{
    memset(grid->cells, 0, sizeof grid->cells);
    for (int cell = 0; cell < grid->rows * grid->columns && input->size; cell++) {
        int symbol = take_up_to(input, grid->box[0] * grid->box[1]);
        if (symbol && may_stand(grid, cell, symbol))
            grid->cells[cell] = (uint8_t)symbol;
    }
}

SUBJECT(canonical_general)
{
    static _Thread_local grid_t grid;
    uint8_t form[256], moved[256], other[256];
    uint64_t maps[2], more[2];
    const uint64_t key[4] = {take(&input, 2), 1, 2, 3};
    stream_t stream;
    stream_start(&stream, key, 0);
    if (!take_shape(&input, &grid))
        return;
    take_cells(&input, &grid);
    const canonical_shape_t *shape = &grid.shape;
    size_t cells = (size_t)(grid.rows * grid.columns);
    int status = canonical_general(shape, grid.cells, STEPS, STATES, form, maps, NULL, NULL);
    check(status == WORK_DONE || status == CANONICAL_TOO_SYMMETRIC);
    bool is_square = grid.box[0] == grid.box[1] && grid.boxes[0] == grid.boxes[1];
    if (status != WORK_DONE || shape->transposes != is_square)
        return;
    check(maps[0] || maps[1]);
    answer_bytes(form, cells);
    status = canonical_general(shape, form, STEPS, STATES, other, more, NULL, NULL);
    if (status == WORK_DONE)
        check(memcmp(form, other, cells) == 0 && memcmp(maps, more, sizeof maps) == 0);
    transform(&stream, grid.box, grid.boxes, grid.cells, moved);
    status = canonical_general(shape, moved, STEPS, STATES, other, more, NULL, NULL);
    if (status == WORK_DONE)
        check(memcmp(form, other, cells) == 0 && memcmp(maps, more, sizeof maps) == 0);
}
