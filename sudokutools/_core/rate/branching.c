/* The memory of branching, and the links of a grid that all its branches share. */
#include "rate/propagation.h"

#include <stdlib.h>

branching_t *branching_new(rate_t *r, int depth, nested_find_t *find)
{
    branching_t *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->r = r;
    b->find = find;
    b->depth = depth;
    b->kept = -1;
    return b;
}

static void branch_free(branch_t *branch)
{
    if (!branch)
        return;
    free(branch->block);
    free(branch->sets);
    free(branch->nested);
    free(branch);
}

branch_t *branch_with_room(branch_t *branch, int candidates)
{
    size_t count = (size_t)candidates, nodes = 2 * count + 2, words = (2 * count + 63) / 64;
    if (branch && branch->capacity >= candidates)
        return branch;
    char *block = malloc(words * sizeof(uint64_t) + nodes * (sizeof(node_t) + sizeof(uint32_t)) +
                         (2 * nodes + 2 * count) * sizeof(int16_t) + count);
    branch_t *made = block && !branch ? calloc(1, sizeof *made) : branch;
    if (!block || !made) {
        free(block);
        return NULL;
    }
    free(made->block);
    made->block = block;
    made->capacity = candidates;
    made->derived = (uint64_t *)(void *)block; /* The largest items first keep all aligned. */
    made->nodes = (node_t *)(void *)(made->derived + words);
    made->set = (uint32_t *)(void *)(made->nodes + nodes);
    made->slot_node = (int16_t *)(void *)(made->set + nodes);
    made->node = made->slot_node + nodes;
    made->on = made->node + nodes;
    made->off = made->on + count;
    made->state = (uint8_t *)(made->off + count);
    return made;
}

void branching_free(branching_t *b)
{
    if (!b)
        return;
    for (int i = 0; i < 2 * MAX_CANDIDATES; i++)
        branch_free(b->branches[i]);
    free(b->additions.list);
    free(b->additions.parents);
    sink_end(&b->nested);
    free(b);
}

void links_make(links_t *links, const rate_grid_t *grid)
{
    int count = 0;
    links->grid = grid;
    number_candidates(&links->of, grid);
    for (int i = 0; i < links->of.count; i++) {
        int cell = links->of.candidate[i] / 9, digit = links->of.candidate[i] % 9;
        links->cell[i] = (uint8_t)cell;
        links->digit[i] = (uint8_t)digit;
        for (int type = 0; type < TYPES(cell); type++) {
            links->place[i][type] = (int16_t)(LANES * digit + rate_tables.house_of[cell][type]);
            links->bit[i][type] = (uint16_t)(1u << rate_tables.position_of[cell][type]);
        }
        links->first[i] = count;
        unsigned others = grid->candidates[cell] & ~(1u << digit);
        for (; others; others &= others - 1)
            links->weak[count++] = links->of.number[cell * 9 + first_bit(others)];
        links->first_peer[i] = count;
        for (int k = 0; k < PEERS(cell); k++)
            if (grid->candidates[rate_tables.peers[cell][k]] >> digit & 1)
                links->weak[count++] = links->of.number[rate_tables.peers[cell][k] * 9 + digit];
    }
    links->first[links->of.count] = count;
}
