/* The tables of rate/grid.h. */
#include "rate/grid.h"

#include <string.h>

#ifdef RATE_VARIANT
_Thread_local rate_tables_t *rate_tables_at;
#else
rate_tables_t rate_tables;
#endif

static void make_house(int house, const uint8_t cells[9])
{
    memcpy(rate_tables.house_cell[house], cells, 9);
    for (int position = 0; position < 9 && cells[position] != NO_CELL; position++) {
        int cell = cells[position], type = rate_tables.type_count[cell]++;
        rate_tables.house_of[cell][type] = (uint8_t)house;
        rate_tables.position_of[cell][type] = (uint8_t)position;
        rate_tables.houses_of[cell] |= house_bit(house);
        rate_tables.house_board[house] |= board_bit(cell);
        rate_tables.house_size[house]++;
    }
    if (rate_tables.house_size[house] == 9)
        rate_tables.complete |= house_bit(house);
}

static void make_houses(const rate_geometry_t *geometry)
{
    static const int first[3] = {0, ROWS, COLUMNS};
    memset(rate_tables.house_cell, NO_CELL, sizeof rate_tables.house_cell);
    for (int type = 0; type < 3; type++)
        for (int house = first[type]; house < first[type] + 9; house++)
            make_house(house, geometry->houses[house]);
    for (int house = EXTRAS; house < geometry->house_count; house++)
        make_house(house, geometry->houses[house]);
}

static void make_peer(int cell, int other)
{
    if (other == cell || other == NO_CELL || rate_tables.peer_board[cell] & board_bit(other))
        return;
    rate_tables.peers[cell][rate_tables.peer_count[cell]++] = (uint8_t)other;
    rate_tables.peer_board[cell] |= board_bit(other);
    rate_tables.peer_lanes[cell][other] = 0xffff;
}

static void make_peers(const rate_geometry_t *geometry, int cell)
{
    board_t unequal = 0;
    for (int type = 0; type < rate_tables.type_count[cell]; type++)
        for (int position = 0; position < 9; position++)
            make_peer(cell, rate_tables.house_cell[rate_tables.house_of[cell][type]][position]);
    for (int i = 0; i < geometry->pair_count; i++) {
        const uint8_t *pair = geometry->pairs[i];
        if (pair[0] == cell || pair[1] == cell)
            unequal |= board_bit(pair[0]) | board_bit(pair[1]);
    }
    for (; unequal; unequal &= unequal - 1)
        make_peer(cell, board_first(unequal));
    for (int house = 0; house < geometry->house_count; house++)
        for (int position = 0; position < rate_tables.house_size[house]; position++) {
            board_t place = board_bit(rate_tables.house_cell[house][position]);
            if (!(place & (rate_tables.peer_board[cell] | board_bit(cell))))
                rate_tables.keep[cell][house] |= (uint16_t)(1u << position);
        }
}

static void make_masks(void)
{
    for (unsigned mask = 0; mask < 512; mask++) {
        rate_tables.size[mask] = (uint8_t)count_bits(mask);
        rate_tables.only_column[mask] = rate_tables.only_row[mask] = -1;
        for (int third = 0; third < 3 && rate_tables.size[mask] >= 2; third++) {
            if (!(mask & ~(0111u << third)))
                rate_tables.only_column[mask] = (int8_t)third;
            if (!(mask & ~(7u << 3 * third)))
                rate_tables.only_row[mask] = (int8_t)third;
        }
    }
}

/* A chain gets a tenth for each of the lengths 4, 6, 8, 12, 16, 24, 32... that it passes. */
static void make_increments(void)
{
    for (int length = 0; length < 1024; length++)
        for (int step = 0, threshold = 4; length > threshold; step++) {
            rate_tables.increment[length]++;
            threshold = step % 2 ? threshold / 3 * 4 : threshold / 2 * 3;
        }
}

void rate_make_tables(const rate_geometry_t *geometry)
{
    memset(&rate_tables, 0, sizeof rate_tables);
    make_houses(geometry);
    for (int cell = 0; cell < 81; cell++)
        make_peers(geometry, cell);
    make_masks();
    make_increments();
}
