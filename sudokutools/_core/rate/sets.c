/* The links of a grid as tables of sets (rate/sets.h). */
#include "rate/sets.h"

#include <string.h>

static void link_strongly(sets_t *s, int a, int b, int words)
{
    int i = s->of.number[a], j = s->of.number[b];
    set_add(s->strong + i * words, j);
    set_add(s->strong + j * words, i);
    s->linked[i] = s->linked[j] = true;
}

ALWAYS_INLINE void link_weakly(sets_t *s, int i, int candidate, int words)
{
    int j = s->of.number[candidate];
    set_add(s->weak + i * words, j);
    if (s->linked[j])
        set_join(s->next + i * words, s->strong + j * words, words);
}

static void make_strong(sets_t *s, const rate_grid_t *grid, int words)
{
    for (board_t cells = grid->empty; cells; cells &= cells - 1) {
        int cell = board_first(cells);
        unsigned own = grid->candidates[cell];
        if (exactly_two(own))
            link_strongly(s, cell * 9 + first_bit(own), cell * 9 + last_bit(own), words);
    }
    for (int digit = 0; digit < 9; digit++) {
        houses_t houses = row_count(grid->places[digit]).two;
        for (; houses; houses &= houses - 1) {
            int house = first_house(houses);
            unsigned places = grid->places[digit][house];
            link_strongly(s, rate_tables.house_cell[house][first_bit(places)] * 9 + digit,
                          rate_tables.house_cell[house][last_bit(places)] * 9 + digit, words);
        }
    }
}

ALWAYS_INLINE void make_tables(sets_t *s, const rate_grid_t *grid, int words)
{
    const size_t size = (size_t)(s->of.count * words) * sizeof(uint64_t);
    s->words = words;
    memset(s->linked, 0, (size_t)s->of.count * sizeof *s->linked);
    memset(s->strong, 0, size);
    memset(s->weak, 0, size);
    memset(s->next, 0, size);
    make_strong(s, grid, words);
    for (int i = 0; i < s->of.count; i++) {
        int cell = s->of.candidate[i] / 9, digit = s->of.candidate[i] % 9;
        unsigned others = grid->candidates[cell] & ~(1u << digit);
        for (; others; others &= others - 1)
            link_weakly(s, i, cell * 9 + first_bit(others), words);
        board_t peers = rate_tables.peer_board[cell] & grid->cells[digit];
        for (; peers; peers &= peers - 1)
            link_weakly(s, i, board_first(peers) * 9 + digit, words);
        s->next[i * words + (i >> 6)] &= ~(UINT64_C(1) << (i & 63));
    }
    for (int i = 0; i < s->of.count; i++) {
        memcpy(s->frontier + i * words, s->next + i * words, (size_t)words * sizeof(uint64_t));
        memcpy(s->reach + i * words, s->next + i * words, (size_t)words * sizeof(uint64_t));
        set_add(s->reach + i * words, i);
        memset(s->before + i * words, 0, (size_t)words * sizeof(uint64_t));
        if (s->linked[i])
            join_rows(s->before + i * words, s->strong + i * words, s->weak, words);
    }
}
void sets_make(sets_t *s, const rate_grid_t *grid)
{
    number_candidates(&s->of, grid);
    FOR_WORDS(s->of.count, make_tables(s, grid, WORDS));
}

void sets_reach_off(sets_t *s)
{
    memset(s->reach_off, 0, (size_t)(s->of.count * s->words) * sizeof(uint64_t));
    for (int i = 0; i < s->of.count; i++)
        join_rows(s->reach_off + i * s->words, s->reach + i * s->words, s->weak, s->words);
}
board_t sets_make_x(sets_t *s, const rate_grid_t *grid, int digit)
{
    houses_t houses = row_count(grid->places[digit]).two;
    board_t linked = 0;
    for (board_t cells = houses ? grid->cells[digit] : 0; cells; cells &= cells - 1)
        s->x_strong[digit][board_first(cells)] = 0;
    for (; houses; houses &= houses - 1) {
        int house = first_house(houses);
        unsigned places = grid->places[digit][house];
        int a = rate_tables.house_cell[house][first_bit(places)];
        int b = rate_tables.house_cell[house][last_bit(places)];
        s->x_strong[digit][a] |= board_bit(b);
        s->x_strong[digit][b] |= board_bit(a);
        linked |= board_bit(a) | board_bit(b);
    }
    for (board_t cells = linked ? grid->cells[digit] : 0; cells; cells &= cells - 1) {
        int cell = board_first(cells);
        board_t next = 0;
        for (board_t peers = rate_tables.peer_board[cell] & linked; peers; peers &= peers - 1)
            next |= s->x_strong[digit][board_first(peers)];
        next &= ~board_bit(cell);
        s->x_next[digit][cell] = s->x_frontier[digit][cell] = next;
        s->x_reach[digit][cell] = next | board_bit(cell);
    }
    return s->x_linked[digit] = linked;
}
