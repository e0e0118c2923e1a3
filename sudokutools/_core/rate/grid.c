/* The tables of rate/grid.h. */
#include "rate/grid.h"

#include <string.h>

rate_tables_t rate_tables;

static void make_houses(void)
{
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++) {
            T.house_cell[i][j] = (uint8_t)((i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3);
            T.house_cell[COLUMNS + i][j] = (uint8_t)(j * 9 + i);
            T.house_cell[ROWS + i][j] = (uint8_t)(i * 9 + j);
        }
    static const int first[3] = {0, ROWS, COLUMNS};
    for (int type = 0; type < 3; type++)
        for (int house = first[type]; house < first[type] + 9; house++)
            for (int position = 0; position < 9; position++) {
                int cell = T.house_cell[house][position];
                T.house_of[cell][type] = (uint8_t)house;
                T.position_of[cell][type] = (uint8_t)position;
                T.houses_of[cell] |= 1u << house;
                T.house_board[house] |= board_bit(cell);
            }
}

static void make_peers(int cell)
{
    int count = 0;
    for (int type = 0; type < 3; type++)
        for (int position = 0; position < 9; position++) {
            int other = T.house_cell[T.house_of[cell][type]][position];
            if (other == cell || T.peer_board[cell] & board_bit(other))
                continue;
            T.peers[cell][count++] = (uint8_t)other;
            T.peer_board[cell] |= board_bit(other);
            T.peer_lanes[cell][other] = 0xffff;
        }
    for (int house = 0; house < 27; house++)
        for (int position = 0; position < 9; position++) {
            board_t place = board_bit(T.house_cell[house][position]);
            if (!(place & (T.peer_board[cell] | board_bit(cell))))
                T.keep[cell][house] |= (uint16_t)(1u << position);
        }
}

static void make_masks(void)
{
    for (unsigned mask = 0; mask < 512; mask++) {
        T.size[mask] = (uint8_t)count_bits(mask);
        T.only_column[mask] = T.only_row[mask] = -1;
        for (int third = 0; third < 3 && T.size[mask] >= 2; third++) {
            if (!(mask & ~(0111u << third)))
                T.only_column[mask] = (int8_t)third;
            if (!(mask & ~(7u << 3 * third)))
                T.only_row[mask] = (int8_t)third;
        }
    }
}

/* A chain gets a tenth for each of the lengths 4, 6, 8, 12, 16, 24, 32... that it passes. */
static void make_increments(void)
{
    for (int length = 0; length < 1024; length++)
        for (int step = 0, threshold = 4; length > threshold; step++) {
            T.increment[length]++;
            threshold = step % 2 ? threshold / 3 * 4 : threshold / 2 * 3;
        }
}

void rate_make_tables(void)
{
    memset(&T, 0, sizeof T);
    make_houses();
    for (int cell = 0; cell < 81; cell++)
        make_peers(cell);
    make_masks();
    make_increments();
}
