/* The rules and clues of the subject `variant`, and whether grids obey them: the oracle of the
 * search, in plain lines. */
#pragma once

#include <stdbool.h>

#include "subject.h"
#include "variant/variant.h"

enum { MOST_CELLS = 1024, MOST_NUMBERS = 4000, MOST_ITEMS = 400, MOST_COPIES = 2 };

static _Thread_local variant_shape_t shape;
static _Thread_local variant_clues_t clues;
static _Thread_local int n, size_of_grid;
static _Thread_local uint8_t cells[MOST_CELLS], regions[MOST_CELLS];
static _Thread_local uint8_t grid[MOST_CELLS]; /* What clues of large ones are of. */
static _Thread_local uint32_t masks[MOST_CELLS];
static _Thread_local uint16_t houses[MOST_NUMBERS], unequal[MOST_NUMBERS], apart[MOST_NUMBERS];
static _Thread_local uint16_t cages[MOST_NUMBERS], less[MOST_NUMBERS];
static _Thread_local symbols_t allowed[MOST_CELLS + MOST_COPIES]; /* even or odd */
static _Thread_local int64_t items[MOST_ITEMS];
static _Thread_local uint16_t copied[MOST_COPIES]; /* the cells that auxiliary cells are equal to */
static _Thread_local bool has_masks;
static _Thread_local int other; /* the cell that may not hold what `grid` has there, or -1 */

static bool are_different(const uint8_t *to, const uint16_t *list, int count)
{
    uint64_t held = 0;
    for (int k = 0; k < count; k++) {
        if (to[list[k]] && held >> to[list[k]] & 1)
            return false;
        held |= UINT64_C(1) << to[list[k]];
    }
    return true;
}

static bool obeys_cages(const uint8_t *to)
{
    const uint16_t *list = cages;
    for (; list < cages + clues.cages.length; list += 2 + list[1]) {
        int sum = 0, open = 0;
        for (int k = 0; k < list[1]; k++) {
            sum += to[list[2 + k]];
            open += !to[list[2 + k]];
        }
        if (!are_different(to, list + 2, list[1]) || (list[0] && !open && sum != list[0]))
            return false;
    }
    return true;
}

/* Return whether filled cells of houses are different. */
static bool obeys_houses(const uint8_t *to)
{
    const uint16_t *list = houses, *end = houses + shape.houses.length;
    for (; list < end; list += 1 + *list) {
        uint16_t once[32];
        int count = 0;
        for (int k = 1; k <= *list; k++) { /* A cell that is listed twice is one cell. */
            bool is_known = false;
            for (int j = 0; j < count; j++)
                is_known |= once[j] == list[k];
            if (!is_known)
                once[count++] = list[k];
        }
        if (!are_different(to, once, count))
            return false;
    }
    return true;
}

static bool obeys_pairs(const uint8_t *to)
{
    for (size_t k = 0; k < shape.unequal.length; k += 2)
        if (to[unequal[k]] && to[unequal[k]] == to[unequal[k + 1]])
            return false;
    for (size_t k = 0; k < shape.apart.length; k += 2)
        if (to[apart[k]] && to[apart[k + 1]] && abs(to[apart[k]] - to[apart[k + 1]]) < 2)
            return false;
    for (size_t at = 0; at < clues.less.length; at += 1 + (size_t)less[at])
        for (size_t k = 1; k < less[at]; k++) {
            int low = to[less[at + k]], high = to[less[at + k + 1]];
            if ((low && high && low >= high) || less[at + k] == less[at + k + 1])
                return false;
        }
    return true;
}

static int symbol_of(const uint8_t *to, int64_t cell)
{
    return to[cell < size_of_grid ? cell : copied[cell - size_of_grid]];
}

/* Return whether a machine, the numbers of its item, accepts cells from a state on. */
static bool leads(const int64_t *machine, int64_t state, const int64_t *cells, int count,
                  const uint8_t *to)
{
    const int64_t *row = machine + 1 + state * (n + 1);
    if (!count)
        return *row & 1;
    for (; state >= 0; state = *row / 2 - 1) {
        row = machine + 1 + state * (n + 1);
        int64_t next = row[symbol_of(to, *cells)];
        if (next >= 0 && leads(machine, next, cells + 1, count - 1, to))
            return true;
    }
    return false;
}

/* Return whether the cells that hold some symbols are one region, of `size` cells unless it
 * is 0. */
static bool are_connected(const int64_t *listed, int count, const int64_t *numbers,
                          const uint8_t *to)
{
    int columns = (int)numbers[0], held = 0, reached = 0;
    for (int k = 0; k < count; k++)
        held |= (int)(numbers[1] >> (symbol_of(to, listed[k]) - 1) & 1) << k;
    reached = held & -held;
    for (int turn = 0; turn < count; turn++)
        for (int k = 0; k < count; k++) {
            int beside = (k >= columns ? 1 << (k - columns) : 0) | 1 << (k + columns) |
                         (k % columns ? 1 << (k - 1) : 0) |
                         (k % columns + 1 < columns ? 1 << (k + 1) : 0);
            reached |= reached & beside && held >> k & 1 ? 1 << k : 0;
        }
    return reached == held && (!numbers[2] || __builtin_popcount((unsigned)held) == numbers[2]);
}

/* Return whether each region that the second half of the cells numbers is connected, and has each
 * symbol of the first half. */
static bool are_regions(const int64_t *listed, int count, const int64_t *numbers, const uint8_t *to)
{
    for (int region = 0; region < count / (2 * n); region++) {
        int64_t own[] = {numbers[0], INT64_C(1) << region, n};
        uint64_t held = 0;
        for (int k = 0; k < count / 2; k++)
            if (symbol_of(to, listed[k + count / 2]) == region + 1)
                held |= UINT64_C(1) << symbol_of(to, listed[k]);
        if (__builtin_popcountll(held) != n ||
            !are_connected(listed + count / 2, count / 2, own, to))
            return false;
    }
    return true;
}

/* Return whether an item holds, as a primitive means it, or has an empty cell. `shared` are the
 * tables or machines before it. */
static bool holds(const int64_t *item, const int64_t **shared, const uint8_t *to)
{
    int count = (int)item[1];
    const int64_t *listed = item + 2, *numbers = item + 3 + count;
    uint64_t held = 0, twice = 0;
    int64_t sum = 0;
    for (int k = 0; k < count; k++) {
        int symbol = symbol_of(to, listed[k]);
        if (!symbol)
            return true;
        uint64_t bit = UINT64_C(1) << (symbol - 1);
        twice |= held & bit;
        held |= bit;
        if (*item == VARIANT_TOTAL)
            sum += symbol * numbers[k];
    }
    switch (*item) {
    case VARIANT_DIFFERENT:
        return !twice;
    case VARIANT_RELATED:
        return shared[*numbers][3 + symbol_of(to, listed[0]) - 1] >>
                   (symbol_of(to, listed[1]) - 1) &
               1;
    case VARIANT_TOTAL:
        return sum == numbers[count];
    case VARIANT_SETS:
        for (int k = 0; k < numbers[-1]; k++)
            if (!twice && numbers[k] == (int64_t)held)
                return true;
        return false;
    case VARIANT_AUTOMATON:
        for (int64_t start = 0; start < shared[*numbers][3]; start++)
            if (leads(shared[*numbers] + 3, start, listed, count, to))
                return true;
        return false;
    case VARIANT_CONNECTED:
        return are_connected(listed, count, numbers, to);
    case VARIANT_REGIONS:
        return are_regions(listed, count, numbers, to);
    default:
        return true;
    }
}

static bool obeys_items(const uint8_t *to)
{
    const int64_t *tables[MOST_ITEMS], *machines[MOST_ITEMS];
    int table_count = 0, machine_count = 0;
    for (const int64_t *at = items; at < items + clues.length; at += 3 + at[1] + at[2 + at[1]]) {
        if (*at == VARIANT_TABLE)
            tables[table_count++] = at;
        if (*at == VARIANT_MACHINE)
            machines[machine_count++] = at;
        if (!holds(at, *at == VARIANT_AUTOMATON ? machines : tables, to))
            return false;
    }
    return true;
}

/* Return whether the filled cells break no rule and no clue. */
static bool obeys(const uint8_t *to)
{
    for (int cell = 0; cell < size_of_grid; cell++) {
        int symbol = to[cell];
        if (symbol && ((cells[cell] && cells[cell] != symbol) ||
                       (clues.mask_count && !(allowed[cell] >> (symbol - 1) & 1)) ||
                       (has_masks && !(masks[cell] >> (symbol - 1) & 1)) ||
                       (cell == other && symbol == grid[cell])))
            return false;
    }
    return obeys_houses(to) && obeys_pairs(to) && obeys_cages(to) && obeys_items(to);
}

/* Count the solutions of a small grid from a cell on, as far as `most`. */
static int count_from(uint8_t *to, int cell, int most)
{
    int count = 0;
    if (cell == size_of_grid)
        return 1;
    for (int symbol = 1; symbol <= n && count < most; symbol++) {
        to[cell] = (uint8_t)symbol;
        if (obeys(to))
            count += count_from(to, cell + 1, most - count);
    }
    to[cell] = 0;
    return count;
}

static int count_all(int most)
{
    uint8_t to[MOST_CELLS] = {0};
    return count_from(to, 0, most);
}
