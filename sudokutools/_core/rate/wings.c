/* XY-Wing and XYZ-Wing, on boards: the cells with two candidates that see the pivot.
 *
 *     XY-Wing    pivot xy,  wings xz and yz:  a cell that sees both wings is not z
 *     XYZ-Wing   pivot xyz, wings xz and yz:  a cell that sees all three is not z */
#include "rate/state.h"

enum { NO_ORDER = 81 * 81 * 81 };

/* The order of three cells, a before b, by the lowest, then the next. */
static int cells_order(int pivot, int a, int b)
{
    int low = a < pivot ? a : pivot, high = b > pivot ? b : pivot;
    return (81 * low + pivot + a + b - low - high) * 81 + high;
}

/* Find the first wing by pivot, or by the lowest cells. */
ALWAYS_INLINE bool find_wing(rate_t *r, int technique, bool by_pivot)
{
    const rate_grid_t *grid = &r->grid;
    bool is_xyz = technique == RATE_XYZ_WING;
    int best = NO_ORDER;
    for (board_t pivots = is_xyz ? r->trivalue : r->bivalue; pivots; pivots &= pivots - 1) {
        int pivot = board_first(pivots);
        unsigned own = grid->candidates[pivot];
        board_t near = rate_tables.peer_board[pivot], wings = near & r->bivalue;
        /* A wing shares exactly one candidate with the pivot xy, both with xyz. */
        if (!is_xyz)
            wings &= grid->cells[first_bit(own)] ^ grid->cells[last_bit(own)];
        for (unsigned rest = is_xyz ? ALL_DIGITS & ~own : 0; rest; rest &= rest - 1)
            wings &= ~grid->cells[first_bit(rest)];
        for (; wings; wings &= wings - 1) {
            int a = board_first(wings);
            unsigned z = grid->candidates[a] & ~own, y = own & ~grid->candidates[a];
            board_t partners = wings & (wings - 1);
            if (!is_xyz)
                partners &= grid->cells[first_bit(z)] & grid->cells[first_bit(y)];
            for (; partners; partners &= partners - 1) {
                int b = board_first(partners), order = by_pivot ? 0 : cells_order(pivot, a, b);
                z = grid->candidates[a] & grid->candidates[b];
                board_t seen = rate_tables.peer_board[a] & rate_tables.peer_board[b];
                seen &= grid->cells[first_bit(z)] & (is_xyz ? near : ALL_CELLS);
                if (!exactly_one(z) || !seen || order >= best)
                    continue;
                best = order;
                step_begin(r, technique);
                step_remove_all(r, seen, z);
                if (by_pivot)
                    return true;
            }
        }
    }
    return best < NO_ORDER;
}

bool rate_xy_wing(rate_t *r) { return find_wing(r, RATE_XY_WING, true); }
bool rate_xyz_wing(rate_t *r) { return find_wing(r, RATE_XYZ_WING, true); }
#ifndef RATE_VARIANT
bool hodoku_wing(rate_t *r, int technique) { return find_wing(r, technique, false); }
#endif
