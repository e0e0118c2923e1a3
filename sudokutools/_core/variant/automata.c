/* Automata: from a machine and a list of cells to states and edges that some filling has. */
#include "variant/items.h"

#include <stdlib.h>
#include <string.h>

/* Return the row of a state, or the one with more of its next states; or NULL. */
static const int64_t *row_of(const item_t *machine, int n, int64_t state)
{
    return state < 0 ? NULL : machine->numbers + 1 + state * (n + 1);
}

static const int64_t *more_of(const item_t *machine, int n, const int64_t *row)
{
    return row_of(machine, n, *row / 2 - 1);
}

/* Find the states of an automaton that can be before each cell: [count + 1][states]. */
static void find_states(const make_t *make, const item_t *item, const item_t *machine, int states,
                        uint8_t *can)
{
    int n = make->s->n;
    memset(can, 1, (size_t)*machine->numbers);
    for (int back = 0; back < 2; back++) {
        for (int i = 0; i < item->count; i++) {
            int at = back ? item->count - 1 - i : i;
            uint8_t *now = can + (size_t)at * (size_t)states;
            for (int state = 0; state < states; state++) {
                const int64_t *row = now[state] ? row_of(machine, n, state) : NULL;
                bool leads = false;
                for (; row; row = more_of(machine, n, row))
                    for (symbols_t set = make->start[item->cells[at]]; set; set &= set - 1) {
                        int64_t to = row[1 + lowest(set)];
                        if (to >= 0 && back)
                            leads |= now[states + to];
                        else if (to >= 0)
                            now[states + to] = 1;
                    }
                now[state] &= !back || leads;
            }
        }
        for (int state = 0; !back && state < states; state++)
            can[(size_t)item->count * (size_t)states + (size_t)state] &=
                *row_of(machine, n, state) & 1;
    }
}

/* Fill the edges of an automaton's states. `number` is their number, 0 where they cannot be. */
static void fill_edges(const make_t *make, const item_t *item, const item_t *machine, int states,
                       const uint32_t *number, uint32_t *first, edge_t *edges, uint32_t words)
{
    uint32_t count = 0, filled = 0;
    int n = make->s->n;
    for (int at = 0; at < item->count; at++)
        for (int state = 0; state < states; state++) {
            const uint32_t *now = number + (size_t)at * (size_t)states;
            if (!now[state])
                continue;
            while (filled < now[state])
                first[filled++] = count;
            for (const int64_t *row = row_of(machine, n, state); row;
                 row = more_of(machine, n, row))
                for (symbols_t set = make->start[item->cells[at]]; set; set &= set - 1) {
                    int64_t to = row[1 + lowest(set)];
                    if (to < 0 || !now[states + to])
                        continue;
                    uint32_t e = first[now[state] - 1];
                    while (e < count && edges[e].to != now[states + to] - 1)
                        e++;
                    if (e == count)
                        edges[count++] = (edge_t){0, now[states + to] - 1};
                    edges[e].symbols |= set & -set;
                }
        }
    while (filled <= 64 * words)
        first[filled++] = count;
}

bool variant_add_automaton(make_t *make, const item_t *item)
{
    variant_t *s = make->s;
    const item_t *machine = make->machines + *item->numbers;
    int states = (machine->length - 1) / (s->n + 1);
    size_t rows = (size_t)item->count + 1, all = rows * (size_t)states, edges = 0;
    part_t *part = s->parts + make->parts++;
    uint8_t *can = calloc(all + 1, 1);
    uint32_t *number = calloc(all + 1, sizeof *number);
    uint32_t *bases = variant_memory(s, rows + 1, sizeof *bases), *first = NULL;
    edge_t *to = NULL;
    if (can && number && bases) {
        find_states(make, item, machine, states, can);
        for (size_t at = 0; at < rows; at++) {
            uint32_t next = 64 * bases[at];
            for (size_t i = at * (size_t)states; i < (at + 1) * (size_t)states; i++)
                if (can[i]) {
                    number[i] = ++next;
                    const int64_t *row = row_of(machine, s->n, (int64_t)(i % (size_t)states));
                    for (; row && at + 1 < rows; row = more_of(machine, s->n, row))
                        edges += (size_t)count_bits(make->start[item->cells[at]]);
                }
            if (next == 64 * bases[at])
                *make->start = 0; /* Nothing is accepted. */
            bases[at + 1] = (next + 63) / 64;
        }
        first = variant_memory(s, 64 * (size_t)bases[rows] + 1, sizeof *first);
        to = variant_memory(s, edges + 1, sizeof *to);
    }
    const uint16_t *cells = variant_cells_of(s, item);
    *part = (part_t){.kind = VARIANT_AUTOMATON,
                     .count = item->count,
                     .cells = cells,
                     .repeats = !variant_are_different(item),
                     .differs = s->n <= VARIANT_SUBSETS && item->count > WIDE,
                     .bases = bases,
                     .first = first,
                     .edges = to};
    for (int i = 0; i < item->count; i++)
        for (int k = 0; k < i; k++)
            part->differs &= variant_is_seen(make, (int)item->cells[i], (int)item->cells[k]);
    bool is_fine = first && to && cells;
    if (is_fine)
        fill_edges(make, item, machine, states, number, first, to, bases[rows]);
    free(can);
    free(number);
    return is_fine;
}
