/* Chains over several branches: Nishio, multiple (cell and region) and dynamic forcing chains.
 *
 *     contradiction   one branch clashes with itself          its assumption is false
 *     double          on and off of a candidate both give N   N holds
 *     region          each place of a digit in a house gives N
 *     cell            each candidate of a cell gives N
 *
 * Each branch depends on its start alone and is made once a pass. Complexities of the branches add
 * up, without sharing.
 *
 * RATE_RESUME. A dynamic branch of one level continues the branch of the level below: both do the
 * same until the techniques of the lower level fail. So when a pass found nothing, its branches are
 * kept for the next level and resumed; and a group none of whose branches grew gives nothing again.
 * (Level 4 tries other techniques than level 3 and starts afresh.)
 *
 * RATE_BOUND (see rate/propagation.c). Once a hint is found, only smaller ones matter: the rating
 * grows with the complexity, so nodes with as many ancestors as the best hint cannot be part of
 * one.
 *
 * RATE_REACH. Multiple chains are tried if static chains fail. Then a static contradiction does not
 * exist either (read backwards it would be a chain), so the sets of rate/static.c hold all that
 * each branch can give; a group whose branches share nothing gives nothing. */
#include "rate/propagation.h"
#include "rate/sets.h"

#include <string.h>

typedef struct {
    const branch_t *branch;
    int node;
} reference_t;

#define DYNAMIC(level) \
    { \
        [CONTRADICTION] = RATE_DYNAMIC_CONTRADICTION_##level, \
        [DOUBLE] = RATE_DYNAMIC_DOUBLE_##level, [REGION] = RATE_DYNAMIC_REGION_##level, \
        [CELL] = RATE_DYNAMIC_CELL_##level \
    }

/* The techniques of the hints of a search, by kind. */
static const uint8_t *techniques_of(branch_mode_t mode)
{
    static const uint8_t nishio[] = {[CONTRADICTION] = RATE_NISHIO};
    static const uint8_t multiple[] = {[CELL] = RATE_CELL_CHAINS, [REGION] = RATE_REGION_CHAINS};
    static const uint8_t dynamic[][CONTRADICTION + 1] = {DYNAMIC(0), DYNAMIC(1), DYNAMIC(2),
                                                         DYNAMIC(3), DYNAMIC(4), DYNAMIC(5)};
    return !mode.dynamic ? multiple : !mode.cells ? nishio : dynamic[mode.level];
}

/* Whether a node with a slot of its own lies in the closure of a reference. */
static bool in_closure(const reference_t *reference, int node)
{
    const branch_t *branch = reference->branch;
    int slot = branch->nodes[node].slot, base = branch->nodes[reference->node].base;
    if (node == reference->node)
        return true;
    return slot >= 0 && slot <= base &&
           branch->sets[branch->set[base] + (size_t)slot / 64] >> slot % 64 & 1;
}

/* The complexities of the nested hints that justify nodes of the closures: each hint once. */
static int nested_complexity(const reference_t *references, int count)
{
    int sum = 0;
    for (int k = 0; k < count; k++) {
        const branch_t *branch = references[k].branch;
        bool joint = k + 1 < count && references[k + 1].branch == branch;
        int last = -1;
        for (int i = 0; i < branch->nested_count; i++) {
            const nested_t *nested = &branch->nested[i];
            if (nested->hint != last && (in_closure(&references[k], nested->node) ||
                                         (joint && in_closure(&references[k + 1], nested->node)))) {
                sum += nested->complexity;
                last = nested->hint;
            }
        }
        k += joint;
    }
    return sum;
}

/* Note the causes of the on-nodes of a closure. */
static void add_causes(const links_t *links, const reference_t *reference, cause_t *cause)
{
    const branch_t *branch = reference->branch;
    int base = branch->nodes[reference->node].base;
    const uint64_t *set = branch->sets + branch->set[base];
    for (int w = 0; w <= base / 64; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1) {
            int node = branch->slot_node[w * 64 + __builtin_ctzll(rest)];
            int name = branch->nodes[node].name, came = branch->nodes[node].came;
            int cell = links->cell[name >> 1];
            if (!(name & 1) || came == BY_START)
                continue;
            if (came == BY_CELL)
                cause->cells |= board_bit(cell);
            else
                cause->houses[links->digit[name >> 1]] |= house_bit(came - BY_HOUSE);
        }
}

/* Offer that the node called `target` holds, by the closures of the references. */
static void offer_hint(pass_t *p, int kind, int target, const reference_t *references, int count)
{
    int complexity = 0;
    for (int k = 0; k < count; k++) {
        int size = references[k].branch->nodes[references[k].node].size;
        if (size == NO_LIMIT)
            return;
        complexity += size;
    }
    uint32_t order = p->order++;
    int technique = p->techniques[kind];
    if (!sink_wants(p->sink, chain_rating(technique, complexity), complexity, kind, order))
        return;
    if (p->mode.level >= 2)
        complexity += nested_complexity(references, count);
    hint_t *hint = sink_take(p->sink, chain_rating(technique, complexity), complexity, kind, order);
    if (!hint)
        return;
    hint->source = p->source;
    hint->target = 2 * p->b->links.of.candidate[target >> 1] + (target & 1);
    for (int k = 0; p->sink->collect && k < count; k++)
        add_causes(&p->b->links, &references[k], &hint->cause);
}

static void make(pass_t *p, int name)
{
    branching_t *b = p->b;
    int limit = NO_LIMIT;
    if (!p->sink->collect && p->sink->found && uses(b->r, RATE_BOUND))
        limit = p->sink->hints[0].complexity;
    if (b->level[name] >= 0 && b->branches[name]->contradiction_on < 0)
        branch_resume(b, b->branches[name], p->mode, limit);
    else
        branch_make(b, b->branches[name], name, p->mode, limit);
    b->level[name] = (int8_t)p->mode.level;
}

/* The branch from a node; NULL when work has to end. */
static branch_t *branch_from(pass_t *p, int name)
{
    branching_t *b = p->b;
    if (b->level[name] != p->mode.level) {
        branch_t *branch = branch_with_room(b->branches[name], b->links.of.count);
        if (!branch) {
            b->r->no_memory = true;
            return NULL;
        }
        b->branches[name] = branch;
        if (!rate_work(b->r))
            make(p, name);
    }
    return b->r->stopped || b->r->no_memory ? NULL : b->branches[name];
}

/* Offer what every branch of a group has derived, on-nodes first, as the first branch did. */
static void common_nodes(pass_t *p, int kind, branch_t *const *branches, int count)
{
    uint64_t common[2 * MAX_WORDS], any = 0;
    int words = (2 * p->b->links.of.count + 63) / 64;
    for (int w = 0; w < words; w++) {
        common[w] = branches[0]->derived[w];
        for (int k = 1; k < count; k++)
            common[w] &= branches[k]->derived[w];
        any |= common[w];
    }
    for (int on = 1; any && on >= 0; on--) {
        const int16_t *list = on ? branches[0]->on : branches[0]->off;
        int length = on ? branches[0]->on_count : branches[0]->off_count;
        for (int i = 0; i < length; i++) {
            reference_t references[9];
            int name = branches[0]->nodes[list[i]].name;
            if (!(common[name >> 6] >> (name & 63) & 1))
                continue;
            for (int k = 0; k < count; k++)
                references[k] = (reference_t){branches[k], branches[k]->node[name]};
            offer_hint(p, kind, name, references, count);
        }
    }
}

/* Whether the candidates of a group, put on, reach anything together. */
static bool reach_together(const sets_t *s, const int *numbers, int count)
{
    for (int w = 0; w < s->words; w++) {
        uint64_t on = ~UINT64_C(0), off = ~UINT64_C(0);
        for (int k = 0; k < count; k++) {
            on &= s->reach[numbers[k] * s->words + w];
            off &= s->reach_off[numbers[k] * s->words + w];
        }
        if (on | off)
            return true;
    }
    return false;
}

static void group(pass_t *p, int kind, const int *numbers, int count)
{
    branch_t *branches[9];
    bool grown = false;
    if (p->reach && !reach_together(p->reach, numbers, count))
        return;
    for (int k = 0; k < count; k++) {
        branches[k] = branch_from(p, 2 * numbers[k] + 1);
        if (!branches[k])
            return;
        grown |= branches[k]->grown;
    }
    if (grown)
        common_nodes(p, kind, branches, count);
}

/* The region chains of a candidate: only from the first place of a house. */
static void regions(pass_t *p, int cell, int digit)
{
    for (int type = 0; type < TYPES(cell); type++) {
        int house = rate_tables.house_of[cell][type], numbers[9], count = 0;
        unsigned places = p->grid->places[digit][house];
        if (!(places & (places - 1)) || first_bit(places) != rate_tables.position_of[cell][type])
            continue;
        for (; places; places &= places - 1)
            numbers[count++] =
                p->b->links.of.number[rate_tables.house_cell[house][first_bit(places)] * 9 + digit];
        group(p, REGION, numbers, count);
    }
}

static void contradiction(pass_t *p, int number, bool on, branch_t *branch)
{
    if (branch->contradiction_on < 0)
        return;
    const reference_t references[2] = {{branch, branch->contradiction_on},
                                       {branch, branch->contradiction_off}};
    offer_hint(p, CONTRADICTION, 2 * number + !on, references, 2);
}

static void contradictions(pass_t *p, int cell, int digit)
{
    int number = p->b->links.of.number[cell * 9 + digit];
    branch_t *branches[2] = {NULL, NULL};
    for (int on = 1; on >= 0; on--) {
        if (p->dead[on] && !(p->dead[on][digit] & board_bit(cell)))
            continue;
        branches[on] = branch_from(p, 2 * number + on);
        if (!branches[on])
            return;
        contradiction(p, number, on, branches[on]);
    }
    branch_t *const both[2] = {branches[1], branches[0]};
    if (p->mode.cells && rate_tables.size[p->grid->candidates[cell]] >= 3 &&
        (branches[0]->grown || branches[1]->grown))
        common_nodes(p, DOUBLE, both, 2);
}

static void search_cell(pass_t *p, int cell)
{
    int numbers[9], count = 0;
    for (unsigned own = p->grid->candidates[cell]; own; own &= own - 1) {
        int digit = first_bit(own);
        numbers[count++] = p->b->links.of.number[cell * 9 + digit];
        p->source = cell * 9 + digit;
        if (p->mode.dynamic)
            contradictions(p, cell, digit);
        if (p->mode.cells)
            regions(p, cell, digit);
    }
    p->source = cell * 9 + first_bit(p->grid->candidates[cell]);
    if (p->mode.cells)
        group(p, CELL, numbers, count);
}

static void search(pass_t *p)
{
    branching_t *b = p->b;
    int least = p->mode.dynamic ? 2 : 3;
    bool resume = !p->sink->collect && p->mode.level > 0 && p->mode.level != 4 &&
                  b->kept == p->mode.level - 1 && uses(b->r, RATE_RESUME);
    if (!resume) {
        /* RATE_SHARE. The producers of one step share the links of the rater's own grid. */
        if (b->depth > 0 || !b->links_hold || !uses(b->r, RATE_SHARE))
            links_make(&b->links, p->grid);
        b->links_hold = true;
        memset(b->level, -1, 2 * (size_t)b->links.of.count);
    }
    b->kept = -1;
    p->techniques = techniques_of(p->mode);
    for (board_t cells = p->grid->empty; cells; cells &= cells - 1) {
        if (b->r->stopped || b->r->no_memory)
            return;
        if (rate_tables.size[p->grid->candidates[board_first(cells)]] >= least)
            search_cell(p, board_first(cells));
    }
    if (p->mode.dynamic && p->mode.cells && !p->sink->found)
        b->kept = p->mode.level;
}

void forcing_search(branching_t *b, const rate_grid_t *grid, branch_mode_t mode, sink_t *sink)
{
    pass_t pass = {.b = b, .grid = grid, .mode = mode, .sink = sink};
    search(&pass);
}

bool rate_chain_step(rate_t *r, int technique, const hint_t *hint)
{
    int cell = (hint->target >> 1) / 9, digit = (hint->target >> 1) % 9;
    step_begin(r, technique);
    r->step.rating = (int)(hint->key >> 54);
    r->step.complexity = hint->complexity;
    if (hint->target & 1) {
        r->step.cell = cell;
        r->step.digit = digit;
    } else {
        step_remove(r, cell, 1u << digit);
    }
    return true;
}

bool forcing_produce(rate_t *r, pass_t *pass)
{
    sink_t *sink = &r->chains->sink;
    pass->b = r->chains->branching[0];
    pass->grid = &r->grid;
    pass->sink = sink;
    sink_begin(sink, false, r->bound);
    search(pass);
    r->no_memory |= sink->no_memory;
    if (r->stopped || r->no_memory || !sink->found)
        return false;
    const hint_t *hint = &sink->hints[0];
    rate_chain_step(r, pass->techniques[hint->key >> 32 & 7], hint);
    r->step.source = hint->source;
    return true;
}

bool rate_multiple(rate_t *r)
{
    pass_t pass = {.mode = {.cells = true}};
    if (uses(r, RATE_REACH) && r->chains->sets.complete) {
        sets_reach_off(&r->chains->sets);
        pass.reach = &r->chains->sets;
    }
    return forcing_produce(r, &pass);
}

static bool dynamic(rate_t *r, int level)
{
    pass_t pass = {.mode = {.dynamic = true, .cells = true, .level = level}};
    return forcing_produce(r, &pass);
}

bool rate_dynamic_0(rate_t *r) { return dynamic(r, 0); }

bool rate_dynamic_1(rate_t *r) { return dynamic(r, 1); }

bool rate_dynamic_2(rate_t *r) { return dynamic(r, 2); }

bool rate_dynamic_3(rate_t *r) { return dynamic(r, 3); }

bool rate_dynamic_4(rate_t *r) { return dynamic(r, 4); }

bool rate_dynamic_5(rate_t *r) { return dynamic(r, 5); }
