/* Propagation of one branch (the picture is in rate/propagation.h).
 *
 * Two queues: all waiting on-nodes are processed before the next off-node. When a node is derived
 * whose opposite is known, the branch ends in a contradiction. In dynamic mode an off-node, once it
 * is processed, is deleted from a working grid, and an on-node has as parents, besides the off-node
 * it came from, all off-nodes whose deletion made the link: the lost candidates of the cell (Y
 * link) or the lost places of the house (X link).
 *
 * RATE_BOUND. A hint needs two more nodes or more than a node it builds on, so when nothing that
 * waits is below the limit by two the branch can end: whatever else follows is too complex. That
 * holds without plus rules only: a hint of theirs may rest on nodes that wait no more. */
#include "rate/propagation.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    branching_t *b;
    branch_t *branch;
    const rate_grid_t *grid; /* The working grid, or the original one. */
    branch_mode_t mode;
    int limit;
    int next_on, next_off; /* Heads of the queues. */
    int live;              /* Waiting nodes that a useful hint can build on. */
} making_t;

static bool reserve(branch_t *branch)
{
    uint32_t wanted = branch->used + (uint32_t)branch->slots / 64 + 2;
    if (wanted <= branch->room)
        return true;
    wanted = wanted * 2 + 64;
    uint64_t *larger = realloc(branch->sets, wanted * sizeof *larger);
    if (!larger)
        return false;
    branch->sets = larger;
    branch->room = wanted;
    return true;
}

static int new_slot(branch_t *branch, int node)
{
    branch->slot_node[branch->slots] = (int16_t)node;
    branch->nodes[node].slot = (int16_t)branch->slots;
    return branch->slots++;
}

/* Join the closures of off-nodes, and these themselves, into a set of `words` words. */
static void join_closures(const branch_t *branch, uint64_t *set, int words, const int *parents,
                          int count)
{
    for (int w = 0; w < words; w++)
        set[w] = 0;
    for (int k = 0; k < count; k++) {
        const node_t *parent = &branch->nodes[parents[k]];
        const uint64_t *other = branch->sets + branch->set[parent->base];
        for (int w = 0; w <= parent->base / 64; w++)
            set[w] |= other[w];
        set[parent->slot / 64] |= UINT64_C(1) << parent->slot % 64;
    }
}

/* Give a node its own closure, that of its parents and itself, unless it is too large. */
static void add_closure(making_t *m, int node, const int *parents, int count)
{
    branch_t *branch = m->branch;
    for (int k = 0; k < count; k++)
        if (branch->nodes[parents[k]].size >= m->limit - 1)
            return;
    for (int k = 0; k < count; k++)
        if (branch->nodes[parents[k]].slot < 0)
            new_slot(branch, parents[k]);
    int slot = new_slot(branch, node), words = slot / 64 + 1, size = 0;
    if (!reserve(branch)) {
        m->b->r->no_memory = true;
        return;
    }
    uint64_t *set = branch->sets + branch->used;
    join_closures(branch, set, words, parents, count);
    set[slot / 64] |= UINT64_C(1) << slot % 64;
    if (count == 1)
        size = branch->nodes[parents[0]].size + 1;
    for (int w = 0; count != 1 && w < words; w++)
        size += count_bits(set[w]);
    if (size >= m->limit)
        return;
    branch->nodes[node].size = size;
    branch->nodes[node].base = (int16_t)slot;
    branch->set[slot] = branch->used;
    branch->used += (uint32_t)words;
}

static int add_joined(making_t *m, int name, int came, const int *parents, int count)
{
    int node = m->branch->count++;
    m->branch->nodes[node] = (node_t){(int16_t)name, -1, -1, (int16_t)came, NO_LIMIT};
    add_closure(m, node, parents, count);
    return node;
}

static inline bool is_useful(const making_t *m, int node)
{
    return m->branch->nodes[node].size < m->limit - 1;
}

static inline void enter_node(making_t *m, int node)
{
    branch_t *branch = m->branch;
    int name = branch->nodes[node].name;
    branch->node[name] = (int16_t)node;
    branch->state[name >> 1] |= name & 1 ? KNOWN_ON : KNOWN_OFF;
    if (name & 1)
        branch->on[branch->on_count++] = (int16_t)node;
    else
        branch->off[branch->off_count++] = (int16_t)node;
    if (branch->nodes[node].size != NO_LIMIT)
        branch->derived[name >> 6] |= UINT64_C(1) << (name & 63);
    m->live += is_useful(m, node);
}

/* Process an on-node: the off-nodes share its set. Return false at a contradiction. The busiest
 * loop of all uses local variables only. */
static bool process_on(making_t *m, int node)
{
    branch_t *branch = m->branch;
    const links_t *links = &m->b->links;
    node_t *const nodes = branch->nodes;
    uint8_t *const state = branch->state;
    const node_t parent = nodes[node];
    const int size = is_useful(m, node) ? parent.size + 1 : NO_LIMIT;
    const int number = parent.name >> 1, end = links->first[number + 1];
    int count = branch->count, off_count = branch->off_count;
    m->live -= is_useful(m, node);
    branch->contradiction_off = -1;
    for (int k = m->mode.cells ? links->first[number] : links->first_peer[number]; k < end; k++) {
        int other = links->weak[k], name = 2 * other;
        if (state[other] == KNOWN_OFF)
            continue;
        nodes[count] = (node_t){(int16_t)name, parent.base, -1, BY_START, size};
        if (state[other] & KNOWN_ON) {
            branch->contradiction_on = branch->node[name + 1];
            branch->contradiction_off = count++;
            break;
        }
        state[other] = KNOWN_OFF;
        if (size != NO_LIMIT)
            branch->derived[name >> 6] |= UINT64_C(1) << (name & 63);
        branch->node[name] = (int16_t)count;
        branch->off[off_count++] = (int16_t)count++;
    }
    if (size < m->limit - 1)
        m->live += off_count - branch->off_count;
    branch->count = count;
    branch->off_count = off_count;
    return branch->contradiction_off < 0;
}

/* Gather the off-nodes of a digit's lost places in a house. */
static int lost_places(const making_t *m, int digit, int house, int parents[], int count)
{
    const branch_t *branch = m->branch;
    const links_t *links = &m->b->links;
    unsigned lost = links->grid->places[digit][house] & ~m->grid->places[digit][house];
    for (; lost; lost &= lost - 1) {
        int cell = rate_tables.house_cell[house][first_bit(lost)];
        parents[count++] = branch->node[2 * links->of.number[cell * 9 + digit]];
    }
    return count;
}

static int lost_candidates(const making_t *m, int cell, int parents[], int count)
{
    const branch_t *branch = m->branch;
    const links_t *links = &m->b->links;
    unsigned lost = links->grid->candidates[cell] & ~m->grid->candidates[cell];
    for (; lost; lost &= lost - 1)
        parents[count++] = branch->node[2 * links->of.number[cell * 9 + first_bit(lost)]];
    return count;
}

/* Put a candidate on that off-node `node` left alone and that may be off; false: a clash. */
static bool derive_on(making_t *m, int node, int number, int came)
{
    branch_t *branch = m->branch;
    int parents[10] = {node}, count = 1;
    if (m->mode.dynamic) {
        int cell = m->b->links.cell[number], digit = m->b->links.digit[number];
        if (came == BY_CELL)
            count = lost_candidates(m, cell, parents, 1);
        else
            count = lost_places(m, digit, came - BY_HOUSE, parents, 1);
    }
    int on = add_joined(m, 2 * number + 1, came, parents, count);
    if (branch->state[number] & KNOWN_OFF) {
        branch->contradiction_on = on;
        branch->contradiction_off = branch->node[2 * number];
        return false;
    }
    enter_node(m, on);
    return true;
}

/* Delete a candidate from the working grid; boards and losses are for the plus rules. */
static inline void lose(making_t *m, int number)
{
    branching_t *b = m->b;
    const links_t *links = &b->links;
    int cell = links->cell[number], digit = links->digit[number];
    uint16_t *places = b->work.places[0];
    b->work.candidates[cell] &= (uint16_t) ~(1u << digit);
    for (int type = 0; type < TYPES(cell); type++)
        places[links->place[number][type]] &= (uint16_t)~links->bit[number][type];
    if (m->mode.level > 0) {
        b->work.cells[digit] &= ~board_bit(cell);
        b->lost_digits |= 1u << digit;
        b->lost_houses |= rate_tables.houses_of[cell];
    }
}

static bool process_off(making_t *m, int node)
{
    const branch_t *branch = m->branch;
    const links_t *links = &m->b->links;
    const uint16_t *places = m->grid->places[0];
    int number = branch->nodes[node].name >> 1;
    int cell = links->cell[number], digit = links->digit[number];
    unsigned own = m->grid->candidates[cell] & ~(1u << digit);
    m->live -= is_useful(m, node);
    if (m->mode.cells && exactly_one(own)) {
        int other = links->of.number[cell * 9 + first_bit(own)];
        if (branch->state[other] != KNOWN_ON && !derive_on(m, node, other, BY_CELL))
            return false;
    }
    for (int type = 0; type < TYPES(cell); type++) {
        unsigned others = places[links->place[number][type]] & ~links->bit[number][type];
        if (!exactly_one(others))
            continue;
        int house = rate_tables.house_of[cell][type];
        int place = rate_tables.house_cell[house][first_bit(others)];
        int other = links->of.number[place * 9 + digit];
        if (branch->state[other] != KNOWN_ON && !derive_on(m, node, other, BY_HOUSE + house))
            return false;
    }
    if (m->mode.dynamic)
        lose(m, number);
    return true;
}

static void note_nested(making_t *m, int node, int hint, int complexity)
{
    branch_t *branch = m->branch;
    if (!items_grow((void **)&branch->nested, branch->nested_count, &branch->nested_room,
                    sizeof *branch->nested)) {
        m->b->r->no_memory = true;
        return;
    }
    branch->nested[branch->nested_count++] = (nested_t){node, hint, complexity};
}

/* Both queues are empty: take the eliminations of the first technique that yields any.
 * Contradictions are not tested here. Return whether a new node was queued. */
static bool add_eliminations(making_t *m)
{
    branch_t *branch = m->branch;
    additions_t *found = &m->b->additions;
    int hints = branch->nested_hints, before = branch->count;
    if (!m->b->find(m->b, branch, m->mode.level))
        return false;
    for (int i = 0; i < found->count; i++) {
        const addition_t *addition = &found->list[i];
        int number = m->b->links.of.number[addition->candidate];
        if (branch->state[number] & KNOWN_OFF)
            continue;
        int node =
            add_joined(m, 2 * number, BY_START, found->parents + addition->first, addition->count);
        if (addition->hint >= 0) {
            note_nested(m, node, hints + addition->hint, addition->complexity);
            branch->nested_hints = hints + addition->hint + 1;
        }
        enter_node(m, node);
    }
    return branch->count > before;
}

static void begin_work(making_t *m)
{
    m->b->work = *m->b->links.grid;
    m->b->lost_digits = m->b->lost_houses = 0;
    m->grid = &m->b->work;
}

static void begin_branch(making_t *m, int name)
{
    branch_t *branch = m->branch;
    int count = m->b->links.of.count;
    branch->count = branch->on_count = branch->off_count = branch->slots = 0;
    branch->contradiction_on = branch->contradiction_off = -1;
    branch->used = 0;
    branch->nested_count = branch->nested_hints = 0;
    memset(branch->state, 0, (size_t)count);
    memset(branch->derived, 0, (size_t)(2 * count + 63) / 64 * sizeof(uint64_t));
    branch->grown = true;
    if (m->mode.dynamic)
        begin_work(m);
    enter_node(m, add_joined(m, name, BY_START, NULL, 0));
}

/* Empty the queues, look for further eliminations, and so on until nothing follows. */
static void run(making_t *m)
{
    branch_t *branch = m->branch;
    const bool bounded = m->mode.level == 0 && m->limit < NO_LIMIT;
    while (!bounded || m->live) {
        if (m->next_on < branch->on_count) {
            if (!process_on(m, branch->on[m->next_on++]))
                return;
        } else if (m->next_off < branch->off_count) {
            if (!process_off(m, branch->off[m->next_off++]))
                return;
        } else if (m->mode.level == 0 || rate_work(m->b->r) || !add_eliminations(m)) {
            return;
        }
    }
}

void branch_make(branching_t *b, branch_t *branch, int name, branch_mode_t mode, int limit)
{
    making_t m = {.b = b, .branch = branch, .grid = b->links.grid, .mode = mode, .limit = limit};
    begin_branch(&m, name);
    run(&m);
}

void branch_resume(branching_t *b, branch_t *branch, branch_mode_t mode, int limit)
{
    making_t m = {.b = b,
                  .branch = branch,
                  .mode = mode,
                  .limit = limit,
                  .next_on = branch->on_count,
                  .next_off = branch->off_count};
    int before = branch->count;
    begin_work(&m);
    for (int i = 0; i < branch->off_count; i++)
        lose(&m, branch->nodes[branch->off[i]].name >> 1);
    run(&m);
    branch->grown = branch->count > before;
}
