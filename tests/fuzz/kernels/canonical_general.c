/* Canonical forms of grids of any geometry up to 16x16. What equivalent grids have is the same, and
 * the form of a form is itself, but with transposition only where that is a symmetry; any other
 * shape that the binding lets through is safe. Where there are few maps they are all tried: the
 * form is the smallest image, symbols numbered as they come, and its automorphisms are the maps to
 * it. */
#include "canonical/form.h"
#include "work.h"

#include "grids.h"
#include "symmetry.h"

enum { STEPS = 4000, STATES = 500, MOST_MAPS = 4000 };

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
    for (int other = 0; other < grid->rows * grid->columns; other++)
        if (other != cell && grid->cells[other] == symbol &&
            share_house(cell, other, grid->box[0], grid->box[1], grid->boxes[0]))
            return false;
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

/* Take an order of some things off a number. */
static void order_of(int *number, int count, uint8_t *order)
{
    uint8_t things[MOST_LINES];
    for (int k = 0; k < count; k++)
        things[k] = (uint8_t)k;
    for (int left = count; left; left--) {
        int at = *number % left;
        *number /= left;
        *order++ = things[at];
        memmove(things + at, things + at + 1, (size_t)(left - at - 1));
    }
}

/* Write the order of lines of a number: of the groups, and in each of them. */
static void lines_of(int number, int groups, int size, uint8_t *order)
{
    uint8_t group[MOST_LINES];
    order_of(&number, groups, group);
    for (int g = 0; g < groups; g++) {
        order_of(&number, size, order + size * g);
        for (int k = 0; k < size; k++)
            order[size * g + k] = (uint8_t)(order[size * g + k] + size * group[g]);
    }
}

/* Return the number of orders of lines, or more than MOST_MAPS. */
static int count_orders(int groups, int size)
{
    int orders = 1;
    for (int g = 0; g <= groups; g++)
        for (int k = g < groups ? size : groups; k > 1 && orders <= MOST_MAPS; k--)
            orders *= k;
    return orders;
}

/* Compare a map of some cells with the smallest grid so far: -1: it is smaller, and replaces it. */
static int compare_map(const uint8_t *cells, const grid_t *grid, const uint8_t *row,
                       const uint8_t *column, uint8_t *least)
{
    uint8_t label[17] = {0}, labels = 0;
    int order = 0;
    for (int at = 0; at < grid->rows * grid->columns && order <= 0; at++) {
        uint8_t symbol =
            cells[row[at / grid->columns] * grid->columns + column[at % grid->columns]];
        if (symbol && !label[symbol])
            label[symbol] = ++labels;
        if (!order)
            order = (label[symbol] > least[at]) - (label[symbol] < least[at]);
        if (order < 0)
            least[at] = label[symbol];
    }
    return order;
}

/* Check a form by all maps, if they are few. */
static void check_by_maps(const grid_t *grid, const uint8_t *form, const uint64_t maps[2])
{
    uint8_t least[256], cells[256], row[MOST_LINES], column[MOST_LINES];
    int of_rows = count_orders(grid->boxes[1], grid->box[1]), ties = 0;
    int of_columns = count_orders(grid->boxes[0], grid->box[0]);
    if (of_rows > MOST_MAPS || of_columns > MOST_MAPS / of_rows)
        return;
    memset(least, 255, sizeof least);
    memcpy(cells, grid->cells, sizeof cells);
    for (int side = 0; side <= grid->shape.transposes; side++) {
        for (int map = 0; map < of_rows * of_columns; map++) {
            lines_of(map % of_rows, grid->boxes[1], grid->box[1], row);
            lines_of(map / of_rows, grid->boxes[0], grid->box[0], column);
            int order = compare_map(cells, grid, row, column, least);
            ties = order < 0 ? 1 : ties + (order == 0);
        }
        for (int at = 0; at < grid->rows * grid->rows && grid->shape.transposes; at++)
            cells[at] = grid->cells[at % grid->rows * grid->rows + at / grid->rows];
    }
    check(memcmp(least, form, (size_t)(grid->rows * grid->columns)) == 0);
    check(maps[0] == (uint64_t)ties && maps[1] == 0);
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
    check_by_maps(&grid, form, maps);
    status = canonical_general(shape, form, STEPS, STATES, other, more, NULL, NULL);
    if (status == WORK_DONE)
        check(memcmp(form, other, cells) == 0 && memcmp(maps, more, sizeof maps) == 0);
    transform(&stream, grid.box, grid.boxes, grid.cells, moved);
    status = canonical_general(shape, moved, STEPS, STATES, other, more, NULL, NULL);
    if (status == WORK_DONE)
        check(memcmp(form, other, cells) == 0 && memcmp(maps, more, sizeof maps) == 0);
}
