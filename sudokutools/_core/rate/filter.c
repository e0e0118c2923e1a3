/* Filters for the search of static chains in grids inside nested levels, where all hints count:
 * sets find which sources have a chain or a cycle at all, and only these are searched by paths.
 *
 * A candidate alone in its cell starts no chain, but a cycle may remove it: it counts when the
 * minimum number of rounds is looked for, though nothing is searched from it. */
#include "rate/sets.h"

#include <string.h>

void filter_nothing(filter_t *filter)
{
    memset(filter->x, EVERYTHING, sizeof filter->x);
    memset(filter->xy, EVERYTHING, sizeof filter->xy);
    memset(filter->x_rounds, 0, sizeof filter->x_rounds);
    filter->xy_rounds = 0;
    filter->any_x = filter->any_y = filter->any_xy = true;
}

static void filter_x(filter_t *filter, sets_t *s, const rate_grid_t *grid, int digit)
{
    board_t linked = sets_make_x(s, grid, digit);
    filter->x_rounds[digit] = 0;
    for (board_t cells = grid->cells[digit]; cells; cells &= cells - 1)
        filter->x[board_first(cells) * 9 + digit] = 0;
    for (board_t cells = linked ? grid->cells[digit] : 0; cells; cells &= cells - 1) {
        int cell = board_first(cells);
        board_t frontier = s->x_frontier[digit][cell];
        for (int round = 1; frontier; round++, frontier = advance_x(s, digit, cell)) {
            if (!(frontier & rate_tables.peer_board[cell]))
                continue;
            filter->x[cell * 9 + digit] |= FROM_ON;
            if (!filter->x_rounds[digit] || round < filter->x_rounds[digit])
                filter->x_rounds[digit] = round;
        }
        board_t placed = s->x_reach[digit][cell] & s->x_strong[digit][cell];
        for (; placed; placed &= placed - 1)
            filter->x[board_first(placed) * 9 + digit] |= FROM_OFF;
    }
    if (filter->x_rounds[digit]) {
        filter->x_rounds[digit] = rounds_before(filter->x_rounds[digit]);
        for (board_t cells = linked; cells; cells &= cells - 1)
            filter->x[board_first(cells) * 9 + digit] |= CYCLE;
    }
    for (board_t cells = grid->cells[digit]; cells; cells &= cells - 1)
        filter->any_x |= filter->x[board_first(cells) * 9 + digit] != 0;
}

ALWAYS_INLINE void filter_xy(filter_t *filter, sets_t *s, int words)
{
    filter->xy_rounds = 0;
    for (int i = 0; i < s->of.count; i++)
        filter->xy[s->of.candidate[i]] = 0;
    for (int i = 0; i < s->of.count; i++) {
        uint64_t *frontier = s->frontier + i * words, *reach = s->reach + i * words;
        s->returns[i] = 0;
        for (int round = 1; round == 1 || advance(frontier, reach, s->next, words); round++) {
            if (first_common(frontier, s->before + i * words, words) >= 0)
                s->returns[i] |= 1u << (round < 31 ? round : 31);
            if (filter->xy[s->of.candidate[i]] & FROM_ON ||
                first_common(frontier, s->weak + i * words, words) < 0)
                continue;
            filter->xy[s->of.candidate[i]] |= FROM_ON;
            if (!filter->xy_rounds || round < filter->xy_rounds)
                filter->xy_rounds = round;
        }
        for (int w = 0; w < words; w++)
            for (uint64_t rest = reach[w] & s->strong[i * words + w]; rest; rest &= rest - 1)
                filter->xy[s->of.candidate[w * 64 + __builtin_ctzll(rest)]] |= FROM_OFF;
    }
    for (int i = 0; i < s->of.count; i++)
        filter->any_xy |= filter->xy[s->of.candidate[i]] != 0;
    if (!filter->xy_rounds)
        return;
    filter->any_y = true;
    filter->xy_rounds = rounds_before(filter->xy_rounds);
    for (int i = 0; i < s->of.count; i++)
        if (s->linked[i] && s->returns[i] >> (filter->xy_rounds < 31 ? filter->xy_rounds : 31))
            filter->xy[s->of.candidate[i]] |= CYCLE;
}

void filter_sources(filter_t *filter, sets_t *s, const rate_grid_t *grid)
{
    filter->any_x = filter->any_y = filter->any_xy = false;
    for (int digit = 0; digit < 9; digit++)
        filter_x(filter, s, grid, digit);
    sets_make(s, grid);
    FOR_WORDS(s->of.count, filter_xy(filter, s, WORDS));
}
