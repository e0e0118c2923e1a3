/* The search that sudokutools/solving/engines/propagate.py defines, in the plainest way: an oracle
 * for which solutions come, in which order, after how many steps. */
#pragma once

#include "nine.h"

/* The candidates of each cell, a bit a symbol, and which cells were filled. */
typedef struct {
    uint16_t options[81];
    bool is_filled[81];
} plain_position_t;

typedef struct {
    stream_t *stream; /* NULL: in ascending order. */
    int steps, most_steps, count, most;
    uint8_t (*solution)[81];
    bool is_cut; /* Whether there may be more. */
} plain_search_t;

/* The cells of the rows, the columns and the boxes. */
static _Thread_local uint8_t plain_house[27][9];

static inline void plain_houses(void)
{
    uint8_t count[27] = {0};
    for (int cell = 0; cell < 81 && !plain_house[26][8]; cell++)
        for (int kind = 0; kind < 3; kind++) {
            int house = 9 * kind + house_of(cell, kind);
            plain_house[house][count[house]++] = (uint8_t)cell;
        }
}

static inline void plain_place(plain_position_t *p, int cell, int symbol)
{
    uint16_t kept = p->options[cell] & (uint16_t)(1 << symbol);
    for (int kind = 0; kind < 3; kind++)
        for (int k = 0; k < 9; k++)
            p->options[plain_house[9 * kind + house_of(cell, kind)][k]] &=
                (uint16_t) ~(1 << symbol);
    p->options[cell] = kept;
    p->is_filled[cell] = true;
}

/* Place singles while there are any. False: a cell or a symbol has no place. */
static inline bool plain_settle(plain_position_t *p)
{
    for (bool again = true; again;) {
        again = false;
        for (int cell = 0; cell < 81; cell++)
            if (!p->options[cell])
                return false;
            else if (!p->is_filled[cell] && __builtin_popcount(p->options[cell]) == 1) {
                plain_place(p, cell, __builtin_ctz(p->options[cell]));
                again = true;
            }
        for (int house = 0; house < 27; house++) {
            unsigned once = 0, more = 0;
            for (int k = 0; k < 9; k++) {
                more |= once & p->options[plain_house[house][k]];
                once |= p->options[plain_house[house][k]];
            }
            if (once != 511)
                return false;
            for (int k = 0; k < 9 && once & ~more; k++) {
                int cell = plain_house[house][k];
                unsigned only = p->options[cell] & once & ~more;
                if (!only || p->is_filled[cell])
                    continue;
                plain_place(p, cell, __builtin_ctz(only));
                again = true;
            }
        }
    }
    return true;
}

/* List what to try, 9 * cell + symbol: the options of the cell, else of the symbol in the house,
 * with the fewest; return how many, 0 where every cell is filled. */
static inline int plain_options(const plain_position_t *p, int option[9])
{
    int fewest = 10;
    for (int cell = 0; cell < 81; cell++) {
        int number = __builtin_popcount(p->options[cell]), at = 0;
        if (number < 2 || number >= fewest)
            continue;
        fewest = number;
        for (int symbol = 0; symbol < 9; symbol++)
            if (p->options[cell] >> symbol & 1)
                option[at++] = 9 * cell + symbol;
    }
    for (int kind = 0; kind < 3; kind++)
        for (int symbol = 0; symbol < 9; symbol++)
            for (int house = 9 * kind; house < 9 * kind + 9; house++) {
                int places[9], number = 0;
                for (int k = 0; k < 9; k++)
                    if (p->options[plain_house[house][k]] >> symbol & 1)
                        places[number++] = 9 * plain_house[house][k] + symbol;
                if (number < 2 || number >= fewest)
                    continue;
                fewest = number;
                memcpy(option, places, sizeof places);
            }
    return fewest < 10 ? fewest : 0;
}

static inline void plain_solution(plain_search_t *s, const plain_position_t *p)
{
    for (int cell = 0; cell < 81; cell++)
        s->solution[s->count][cell] = (uint8_t)('1' + __builtin_ctz(p->options[cell]));
    s->count++;
}

/* Search a position. */
static inline void plain_branch(plain_search_t *s, const plain_position_t *from)
{
    plain_position_t settled = *from, next;
    int option[9];
    if (!plain_settle(&settled))
        return;
    int number = plain_options(&settled, option);
    if (!number)
        plain_solution(s, &settled);
    for (int last = number - 1; s->stream && last > 0; last--) {
        int other = (int)stream_below(s->stream, (uint64_t)last + 1), swap = option[last];
        option[last] = option[other];
        option[other] = swap;
    }
    for (int k = 0; k < number && !s->is_cut; k++) {
        s->is_cut = s->count == s->most || s->steps == s->most_steps;
        if (s->is_cut)
            return;
        s->steps++;
        next = settled;
        plain_place(&next, option[k] / 9, option[k] % 9);
        plain_branch(s, &next);
    }
}

/* Search 81 signs. */
static inline void plain_search(plain_search_t *s, const uint8_t *cells)
{
    plain_position_t p;
    bool is_alive = true;
    plain_houses();
    for (int cell = 0; cell < 81; cell++) {
        p.options[cell] = 511;
        p.is_filled[cell] = false;
    }
    for (int cell = 0; cell < 81; cell++)
        if (cells[cell] >= '1' && cells[cell] <= '9') {
            is_alive &= p.options[cell] >> (cells[cell] - '1') & 1;
            plain_place(&p, cell, cells[cell] - '1');
        }
    if (is_alive)
        plain_branch(s, &p);
}
