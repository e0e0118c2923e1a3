/* The tables of rate/grid.h. */
#include "rate/grid.h"

#include <string.h>

rate_tables_t rate_tables;

static void make_houses(void)
{
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++) {
            rate_tables.house_cell[i][j] = (uint8_t)((i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3);
            rate_tables.house_cell[COLUMNS + i][j] = (uint8_t)(j * 9 + i);
            rate_tables.house_cell[ROWS + i][j] = (uint8_t)(i * 9 + j);
        }
    static const int first[3] = {0, ROWS, COLUMNS};
    for (int type = 0; type < 3; type++)
        for (int house = first[type]; house < first[type] + 9; house++)
            for (int position = 0; position < 9; position++) {
                int cell = rate_tables.house_cell[house][position];
                rate_tables.house_of[cell][type] = (uint8_t)house;
                rate_tables.position_of[cell][type] = (uint8_t)position;
                rate_tables.houses_of[cell] |= 1u << house;
                rate_tables.house_board[house] |= board_bit(cell);
            }
}

static void make_peers(int cell)
{
    int count = 0;
    for (int type = 0; type < 3; type++)
        for (int position = 0; position < 9; position++) {
            int other = rate_tables.house_cell[rate_tables.house_of[cell][type]][position];
            if (other == cell || rate_tables.peer_board[cell] & board_bit(other))
                continue;
            rate_tables.peers[cell][count++] = (uint8_t)other;
            rate_tables.peer_board[cell] |= board_bit(other);
            rate_tables.peer_lanes[cell][other] = 0xffff;
        }
    for (int house = 0; house < 27; house++)
        for (int position = 0; position < 9; position++) {
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

void rate_make_tables(void)
{
    memset(&rate_tables, 0, sizeof rate_tables);
    make_houses();
    for (int cell = 0; cell < 81; cell++)
        make_peers(cell);
    make_masks();
    make_increments();
}
