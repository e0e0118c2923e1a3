/* XY-Wing and XYZ-Wing, on boards: the cells with two candidates that see the pivot.
 *
 *     XY-Wing    pivot xy,  wings xz and yz:  a cell that sees both wings is not z
 *     XYZ-Wing   pivot xyz, wings xz and yz:  a cell that sees all three is not z */
#include "rate/state.h"

/* Remove z from the cells of a board that hold it; false if none does. */
static bool wing(rate_t *r, int technique, board_t seen, unsigned z)
{
    seen &= r->grid.cells[first_bit(z)];
    if (!seen)
        return false;
    step_begin(r, technique);
    step_remove_all(r, seen, z);
    return true;
}

bool rate_xy_wing(rate_t *r)
{
    const rate_grid_t *grid = &r->grid;
    for (board_t pivots = r->bivalue; pivots; pivots &= pivots - 1) {
        int pivot = board_first(pivots);
        unsigned xy = grid->candidates[pivot];
        /* A wing shares exactly one candidate with the pivot. */
        board_t wings = rate_tables.peer_board[pivot] & r->bivalue &
                        (grid->cells[first_bit(xy)] ^ grid->cells[last_bit(xy)]);
        for (; wings; wings &= wings - 1) {
            int a = board_first(wings);
            unsigned z = grid->candidates[a] & ~xy, other = xy & ~grid->candidates[a];
            board_t partners =
                wings & (wings - 1) & grid->cells[first_bit(z)] & grid->cells[first_bit(other)];
            for (; partners; partners &= partners - 1) {
                board_t seen = rate_tables.peer_board[a];
                if (wing(r, RATE_XY_WING, seen & rate_tables.peer_board[board_first(partners)], z))
                    return true;
            }
        }
    }
    return false;
}

bool rate_xyz_wing(rate_t *r)
{
    const rate_grid_t *grid = &r->grid;
    for (board_t pivots = r->trivalue; pivots; pivots &= pivots - 1) {
        int pivot = board_first(pivots);
        board_t wings = rate_tables.peer_board[pivot] & r->bivalue;
        for (unsigned rest = ALL_DIGITS & ~grid->candidates[pivot]; rest; rest &= rest - 1)
            wings &= ~grid->cells[first_bit(rest)];
        for (; wings; wings &= wings - 1) {
            int a = board_first(wings);
            for (board_t partners = wings & (wings - 1); partners; partners &= partners - 1) {
                int b = board_first(partners);
                unsigned z = grid->candidates[a] & grid->candidates[b];
                board_t seen = rate_tables.peer_board[a] & rate_tables.peer_board[b];
                if (exactly_one(z) &&
                    wing(r, RATE_XYZ_WING, seen & rate_tables.peer_board[pivot], z))
                    return true;
            }
        }
    }
    return false;
}
