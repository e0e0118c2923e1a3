/* The steps of the first techniques, each looked for in the plainest way in the order that is
 * prescribed: an oracle for which step comes, and that none was passed over. */
#pragma once

#include <stdbool.h>

#include "rate/rate.h"

#include "subject.h"

/* Candidates of empty cells and values of filled ones (0 of empty ones); houses are the boxes, the
 * columns and the rows. */
typedef struct {
    const uint8_t (*houses)[9];
    const uint16_t *candidates;
    const uint8_t *value;
    const bool (*sees)[81];
} position_t;

/* A step: a cell that is filled, or removals. */
typedef struct {
    int cell, digit, rating; /* Cell -1: none. */
    uint16_t removed[81];
    bool removes;
} plain_step_t;

enum { STEP_COLUMNS = 9, STEP_ROWS = 18 };

static inline bool step_fill(plain_step_t *step, int cell, int digit)
{
    step->cell = cell;
    step->digit = digit;
    return true;
}

static inline void step_drop(const position_t *p, plain_step_t *step, int cell, unsigned digits)
{
    step->removed[cell] |= (uint16_t)(digits & p->candidates[cell]);
    step->removes |= step->removed[cell] != 0;
}

/* The places of a digit in a house, a bit each. */
static inline unsigned step_places(const position_t *p, int digit, int house)
{
    unsigned places = 0;
    for (int k = 0; k < 9; k++)
        places |= (p->candidates[p->houses[house][k]] >> digit & 1u) << k;
    return places;
}

static inline int step_open(const position_t *p, int house)
{
    int open = 0;
    for (int k = 0; k < 9; k++)
        open += !p->value[p->houses[house][k]];
    return open;
}

static inline bool step_holds(const position_t *p, int house, int cell)
{
    for (int k = 0; k < 9; k++)
        if (p->houses[house][k] == cell)
            return true;
    return false;
}

static inline bool full_house(const position_t *p, plain_step_t *step)
{
    for (int house = 0; house < 27; house++)
        for (int k = 0; k < 9 && step_open(p, house) == 1; k++) {
            int cell = p->houses[house][k];
            if (!p->value[cell] && p->candidates[cell])
                return step_fill(step, cell, __builtin_ctz(p->candidates[cell]));
        }
    return false;
}

static inline bool hidden_single(const position_t *p, plain_step_t *step)
{
    for (int house = 0; house < 27; house++)
        for (int digit = 0; digit < 9; digit++) {
            unsigned places = step_places(p, digit, house);
            if (__builtin_popcount(places) != 1)
                continue;
            step->rating += house < STEP_COLUMNS ? 0 : 3;
            return step_fill(step, p->houses[house][__builtin_ctz(places)], digit);
        }
    return false;
}

static inline bool naked_single(const position_t *p, plain_step_t *step)
{
    for (int cell = 0; cell < 81; cell++)
        if (__builtin_popcount(p->candidates[cell]) == 1)
            return step_fill(step, cell, __builtin_ctz(p->candidates[cell]));
    return false;
}

/* Whether two or more places of a digit in a house lie in a second, which has others. */
static inline bool is_locked(const position_t *p, int digit, int first, int second)
{
    int here = 0, inside = 0, others = 0;
    for (int k = 0; k < 9; k++) {
        bool has = p->candidates[p->houses[first][k]] >> digit & 1;
        here += has;
        inside += has && step_holds(p, second, p->houses[first][k]);
        others += (p->candidates[p->houses[second][k]] >> digit & 1) &&
                  !step_holds(p, first, p->houses[second][k]);
    }
    return here > 1 && inside == here && others;
}

/* Fill a cell of a parallel house that the locked digit leaves one place. */
static inline bool locking_frees(const position_t *p, plain_step_t *step, int digit, int first,
                                 int second)
{
    for (int third = first / 9 * 9; third < first / 9 * 9 + 9; third++) {
        unsigned places = step_places(p, digit, third), outside = 0;
        bool crosses = false;
        for (int k = 0; k < 9; k++) {
            bool is_inside = step_holds(p, second, p->houses[third][k]);
            crosses |= is_inside;
            outside |= is_inside ? 0 : places & 1u << k;
        }
        if (third != first && crosses && __builtin_popcount(places) > 1 &&
            __builtin_popcount(outside) == 1)
            return step_fill(step, p->houses[third][__builtin_ctz(outside)], digit);
    }
    return false;
}

/* Locked digits: of boxes in columns, in rows, then of columns and of rows in boxes. */
static inline bool locked(const position_t *p, plain_step_t *step, int from, bool is_direct)
{
    static const int first_of[4] = {0, 0, STEP_COLUMNS, STEP_ROWS};
    static const int second_of[4] = {STEP_COLUMNS, STEP_ROWS, 0, 0};
    for (int direction = from; direction < from + 2; direction++)
        for (int digit = 0; digit < 9; digit++)
            for (int pair = 0; pair < 81; pair++) {
                int first = first_of[direction] + pair / 9,
                    second = second_of[direction] + pair % 9;
                if (!is_locked(p, digit, first, second))
                    continue;
                if (is_direct) {
                    if (locking_frees(p, step, digit, first, second))
                        return true;
                    continue;
                }
                for (int k = 0; k < 9; k++)
                    if (!step_holds(p, first, p->houses[second][k]))
                        step_drop(p, step, p->houses[second][k], 1u << digit);
                return true;
            }
    return false;
}

/* Join the sets of a mask if they are `size` sets of 2 to `size` elements, with `size` elements in
 * all; otherwise 0. */
static inline unsigned joined(const uint16_t set[9], unsigned members, int size)
{
    unsigned all = 0;
    if (__builtin_popcount(members) != size)
        return 0;
    for (int k = 0; k < 9; k++)
        if (members >> k & 1) {
            int count = __builtin_popcount(set[k]);
            if (count < 2 || count > size)
                return 0;
            all |= set[k];
        }
    return __builtin_popcount(all) == size ? all : 0;
}

/* A digit of the house that a hidden set leaves one of its places. */
static inline bool set_frees(const position_t *p, plain_step_t *step, int house, unsigned digits,
                             unsigned places)
{
    for (int digit = 0; digit < 9; digit++) {
        unsigned own = step_places(p, digit, house);
        if (!(digits >> digit & 1) && __builtin_popcount(own) > 1 &&
            __builtin_popcount(own & ~places) == 1)
            return step_fill(step, p->houses[house][__builtin_ctz(own & ~places)], digit);
    }
    return false;
}

/* Digits that have as many places in a house. */
static inline bool hidden_set(const position_t *p, plain_step_t *step, int size, bool is_direct)
{
    for (int house = 0; house < 27; house++) {
        uint16_t set[9];
        if (step_open(p, house) <= (is_direct ? size : 2 * size))
            continue;
        for (int digit = 0; digit < 9; digit++)
            set[digit] = (uint16_t)step_places(p, digit, house);
        for (unsigned digits = 1; digits < 512; digits++) {
            unsigned places = joined(set, digits, size);
            if (is_direct && places && set_frees(p, step, house, digits, places))
                return true;
            for (int k = 0; k < 9 && !is_direct; k++)
                if (places >> k & 1)
                    step_drop(p, step, p->houses[house][k], 511 & ~digits);
            if (step->removes)
                return true;
        }
    }
    return false;
}

/* Cells of a house that have as many candidates. */
static inline bool naked_set(const position_t *p, plain_step_t *step, int size)
{
    for (int house = 0; house < 27; house++) {
        uint16_t set[9];
        if (step_open(p, house) < 2 * size)
            continue;
        for (int k = 0; k < 9; k++)
            set[k] = p->candidates[p->houses[house][k]];
        for (unsigned cells = 1; cells < 512; cells++) {
            unsigned digits = joined(set, cells, size);
            for (int k = 0; k < 9 && digits; k++)
                if (!(cells >> k & 1))
                    step_drop(p, step, p->houses[house][k], digits);
            if (step->removes)
                return true;
        }
    }
    return false;
}

/* Lines in which a digit has as many crossing lines: columns first. */
static inline bool fish(const position_t *p, plain_step_t *step, int size)
{
    for (int base = STEP_COLUMNS; base <= STEP_ROWS; base += 9)
        for (unsigned lines = 1; lines < 512; lines++)
            for (int digit = 0; digit < 9 && __builtin_popcount(lines) == size; digit++) {
                uint16_t set[9];
                int placed = 0, across = STEP_COLUMNS + STEP_ROWS - base;
                for (int line = 0; line < 9; line++)
                    set[line] = (uint16_t)step_places(p, digit, base + line);
                for (int cell = 0; cell < 81; cell++)
                    placed += p->value[cell] == digit + 1;
                unsigned crossing = placed + 2 * size <= 9 ? joined(set, lines, size) : 0;
                for (int at = 0; at < 81 && crossing; at++)
                    if (crossing >> at / 9 & 1 && !(lines >> at % 9 & 1))
                        step_drop(p, step, p->houses[across + at / 9][at % 9], 1u << digit);
                if (step->removes)
                    return true;
            }
    return false;
}

/* A pivot of two or three candidates and two wings of two that share one with each other. */
static inline bool wing(const position_t *p, plain_step_t *step, int size)
{
    const uint16_t *own = p->candidates;
    for (int pivot = 0; pivot < 81; pivot++)
        for (int a = 0; a < 81 && __builtin_popcount(own[pivot]) == size; a++)
            for (int b = a + 1; b < 81 && p->sees[pivot][a] && own[a]; b++) {
                unsigned common = own[a] & own[b], all = own[pivot] | own[a] | own[b];
                if (!p->sees[pivot][b] || __builtin_popcount(own[a]) != 2 ||
                    __builtin_popcount(own[b]) != 2 || __builtin_popcount(common) != 1 ||
                    __builtin_popcount(all) != 3 || (own[pivot] | common) != all ||
                    (size == 2 && own[pivot] & common))
                    continue;
                for (int cell = 0; cell < 81; cell++)
                    if (p->sees[a][cell] && p->sees[b][cell] && (size == 2 || p->sees[pivot][cell]))
                        step_drop(p, step, cell, common);
                if (step->removes)
                    return true;
            }
    return false;
}

/* Look for a technique's first step; false without a step, or if the technique is another one. */
static inline bool plain_step(const position_t *p, int technique, plain_step_t *step)
{
    *step = (plain_step_t){.cell = -1, .rating = rate_rows[technique].least};
    switch (technique) {
    case RATE_FULL_HOUSE:
        return full_house(p, step);
    case RATE_HIDDEN_SINGLE:
        return hidden_single(p, step);
    case RATE_NAKED_SINGLE:
        return naked_single(p, step);
    case RATE_DIRECT_POINTING:
    case RATE_DIRECT_CLAIMING:
        return locked(p, step, technique == RATE_DIRECT_POINTING ? 0 : 2, true);
    case RATE_POINTING:
    case RATE_CLAIMING:
        return locked(p, step, technique == RATE_POINTING ? 0 : 2, false);
    case RATE_DIRECT_HIDDEN_PAIR:
    case RATE_DIRECT_HIDDEN_TRIPLE:
        return hidden_set(p, step, technique == RATE_DIRECT_HIDDEN_PAIR ? 2 : 3, true);
    case RATE_HIDDEN_PAIR:
        return hidden_set(p, step, 2, false);
    case RATE_HIDDEN_TRIPLE:
        return hidden_set(p, step, 3, false);
    case RATE_HIDDEN_QUAD:
        return hidden_set(p, step, 4, false);
    case RATE_NAKED_PAIR:
        return naked_set(p, step, 2);
    case RATE_NAKED_TRIPLE:
        return naked_set(p, step, 3);
    case RATE_NAKED_QUAD:
        return naked_set(p, step, 4);
    case RATE_X_WING:
        return fish(p, step, 2);
    case RATE_SWORDFISH:
        return fish(p, step, 3);
    case RATE_JELLYFISH:
        return fish(p, step, 4);
    case RATE_XY_WING:
        return wing(p, step, 2);
    case RATE_XYZ_WING:
        return wing(p, step, 3);
    default:
        return false;
    }
}

/* Check that a step is the first of its technique, and that none before it has one. Without a step
 * every technique comes before it. */
static inline void check_step(const position_t *p, const rate_step_t *step)
{
    plain_step_t plain;
    int technique = step ? step->technique : RATE_TECHNIQUE_COUNT;
    for (int before = 0; before < technique; before++)
        check(!plain_step(p, before, &plain));
    if (!step || !plain_step(p, technique, &plain)) {
        check(!step || technique > RATE_HIDDEN_QUAD ||
              (technique >= RATE_UNIQUE_RECTANGLE_1 && technique <= RATE_UNIQUE_LOOP_4));
        return;
    }
    check(step->cell == plain.cell && step->rating == plain.rating);
    check(step->cell < 0 || step->digit == plain.digit);
    for (int k = 0; step->cell < 0 && k < step->count; k++) {
        check(step->digits[k] == plain.removed[step->cells[k]]);
        plain.removed[step->cells[k]] = 0;
    }
    for (int cell = 0; cell < 81; cell++)
        check(!plain.removed[cell]);
}
