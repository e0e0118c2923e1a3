/* Nishio forcing chains: one digit alone, put on or off somewhere, contradicts itself.
 *
 * RATE_NISHIO_SINGLES. A Nishio branch runs into a contradiction exactly if hidden singles of the
 * one digit do, in whatever order: consequences only ever add up. On the digit's row of masks that
 * is quick to tell, and a digit without change since it had none needs no look. */
#include "rate/propagation.h"

#include <string.h>

/* Whether a digit's places run into a contradiction by hidden singles with `cell` on or off. */
static bool singles_clash(const uint16_t places[LANES], int cell, bool on)
{
    _Alignas(16) uint16_t row[LANES];
    memcpy(row, places, sizeof row);
    /* Houses without a place from the start have the digit. */
    houses_t settled = row_count(row).none;
    if (on) {
        row_keep(row, rate_tables.keep[cell]);
        settled |= rate_tables.houses_of[cell];
    } else {
        for (int type = 0; type < TYPES(cell); type++) {
            unsigned place = 1u << rate_tables.position_of[cell][type];
            row[rate_tables.house_of[cell][type]] &= (uint16_t)~place;
        }
    }
    for (;;) {
        row_counts_t counts = row_count(row);
        houses_t single = counts.one & ~settled;
        if (counts.none & ~settled)
            return true;
        if (!single)
            return false;
        int house = first_house(single),
            other = rate_tables.house_cell[house][first_bit(row[house])];
        settled |= rate_tables.houses_of[other];
        row_keep(row, rate_tables.keep[other]);
    }
}

bool rate_nishio(rate_t *r)
{
    pass_t pass = {.mode = {.dynamic = true}};
    board_t dead[2][9] = {{0}}, any = 0;
    if (uses(r, RATE_NISHIO_SINGLES)) {
        for (unsigned digits = (unsigned)r->changed[CHANGED_NISHIO]; digits; digits &= digits - 1) {
            int digit = first_bit(digits);
            for (board_t rest = r->grid.cells[digit]; rest; rest &= rest - 1)
                for (int on = 0; on < 2; on++)
                    if (singles_clash(r->grid.places[digit], board_first(rest), on))
                        dead[on][digit] |= board_bit(board_first(rest));
            if (!(dead[0][digit] | dead[1][digit]))
                r->changed[CHANGED_NISHIO] &= ~house_bit(digit);
            any |= dead[0][digit] | dead[1][digit];
        }
        if (!any)
            return false;
        pass.dead[0] = dead[0];
        pass.dead[1] = dead[1];
    }
    return forcing_produce(r, &pass);
}
