/* Hints of chains: collecting, comparing and sorting them. */
#include "rate/chains.h"

#include <stdlib.h>
#include <string.h>

void sink_begin(sink_t *sink, bool collect, int bound)
{
    sink->collect = collect;
    sink->found = false;
    sink->best = hint_key(bound < 1000 ? bound + 1 : 1001, 0, 0, 0);
    sink->sequence = 0;
    sink->count = sink->removals = 0;
}

void sink_end(sink_t *sink)
{
    free(sink->hints);
    free(sink->removed);
}

bool items_grow(void **items, int count, int *room, size_t size)
{
    if (count < *room)
        return true;
    int wanted = *room ? 2 * *room : 64;
    void *larger = realloc(*items, (size_t)wanted * size);
    if (!larger)
        return false;
    *items = larger;
    *room = wanted;
    return true;
}

hint_t *sink_take(sink_t *sink, int rating, int complexity, int kind, uint32_t order)
{
    uint64_t key = hint_key(rating, complexity, kind, sink->collect ? sink->sequence++ : order);
    if (!sink->collect) {
        if (key >= sink->best)
            return NULL;
        sink->best = key;
        sink->count = sink->removals = 0;
    }
    if (!items_grow((void **)&sink->hints, sink->count, &sink->room, sizeof *sink->hints)) {
        sink->no_memory = true;
        return NULL;
    }
    sink->found = true;
    hint_t *hint = &sink->hints[sink->count++];
    memset(hint, 0, sizeof *hint);
    hint->key = key;
    hint->complexity = complexity;
    hint->target = hint->removed = -1;
    return hint;
}

void sink_remove(sink_t *sink, hint_t *hint, const removal_t *removal)
{
    if (!items_grow((void **)&sink->removed, sink->removals, &sink->removal_room,
                    sizeof *sink->removed)) {
        sink->no_memory = true;
        sink->count = 0;
        sink->found = false;
        return;
    }
    hint->removed = sink->removals;
    sink->removed[sink->removals++] = *removal;
}

static int by_key(const void *a, const void *b)
{
    uint64_t left = ((const hint_t *)a)->key, right = ((const hint_t *)b)->key;
    return (left > right) - (left < right);
}

/* The candidate that the hint removes if it is a single one, else -1 and the hint has removals. */
static int single_removal(sink_t *sink, hint_t *hint, const rate_grid_t *grid)
{
    if (hint->removed < 0) {
        int candidate = hint->target >> 1, cell = candidate / 9;
        if (!(hint->target & 1))
            return candidate;
        unsigned others = grid->candidates[cell] & ~(1u << candidate % 9);
        if (exactly_one(others))
            return cell * 9 + first_bit(others);
        removal_t removal = {{0}};
        for (; others; others &= others - 1)
            removal.cells[first_bit(others)] = board_bit(cell);
        sink_remove(sink, hint, &removal);
        return -1;
    }
    const removal_t *removal = &sink->removed[hint->removed];
    int single = -1;
    for (int digit = 0; digit < 9; digit++) {
        if (!removal->cells[digit])
            continue;
        if (single >= 0 || board_several(removal->cells[digit]))
            return -1;
        single = board_first(removal->cells[digit]) * 9 + digit;
    }
    return single;
}

void sink_sort(sink_t *sink, const rate_grid_t *grid)
{
    bool seen[MAX_CANDIDATES] = {false};
    int kept = 0;
    if (sink->count > 1)
        qsort(sink->hints, (size_t)sink->count, sizeof *sink->hints, by_key);
    for (int i = 0; i < sink->count; i++) {
        hint_t *hint = &sink->hints[i];
        int single = single_removal(sink, hint, grid);
        if (sink->no_memory)
            return;
        if (single >= 0) {
            if (seen[single])
                continue;
            seen[single] = true;
        } else {
            bool known = false;
            for (int k = 0; k < kept && !known; k++)
                known = sink->hints[k].removed >= 0 &&
                        !memcmp(&sink->removed[sink->hints[k].removed],
                                &sink->removed[hint->removed], sizeof(removal_t));
            if (known)
                continue;
        }
        sink->hints[kept++] = *hint;
    }
    sink->count = kept;
}

void number_candidates(numbering_t *of, const rate_grid_t *grid)
{
    of->count = 0;
    for (board_t rest = grid->empty; rest; rest &= rest - 1) {
        int cell = board_first(rest);
        for (unsigned digits = grid->candidates[cell]; digits; digits &= digits - 1) {
            int candidate = cell * 9 + first_bit(digits);
            of->number[candidate] = (int16_t)of->count;
            of->candidate[of->count++] = (int16_t)candidate;
        }
    }
}
