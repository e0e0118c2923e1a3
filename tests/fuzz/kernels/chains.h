/* Nishio, multiple and dynamic forcing chains, every branch made from scratch with the set of all
 * that each conclusion rests on, as sudokutools/logic/propagation.py and forcing.py have them: an
 * oracle for which chain is the shortest, and that later techniques are used only without one. */
#pragma once

#include "steps.h"

enum { CANDIDATES = 729, NAMES = 2 * CANDIDATES, SET_WORDS = NAMES / 64 + 1 };

/* In the order in which equals are taken. */
enum { BY_DOUBLE = 1, BY_CELL = 5, BY_REGION = 6, BY_CONTRADICTION = 7 };

/* The consequences of a node: names are 2 * (9 * cell + digit) + 1 where it is on, + 0 where it is
 * off. */
typedef struct {
    bool is_made;
    int contradiction;   /* How much it rests on; 0: no contradiction. */
    int16_t size[NAMES]; /* How much each conclusion rests on; 0: not concluded. */
    int16_t list[NAMES]; /* Conclusions, in order. */
    int count;
} branch_t;

typedef struct {
    const position_t *grid;
    bool is_dynamic, has_cells;
    branch_t branches[NAMES];
    uint64_t set[NAMES][SET_WORDS]; /* Of the branch that is being made. */
    uint16_t left[81];              /* Candidates that are not off. */
    int best[4], target, technique; /* Complexity, kind and number of the best; 0: none. */
} chains_t;

static inline int box_row_column(int cell, int type)
{
    int row = cell / 9, column = cell % 9;
    return type == 0   ? row / 3 * 3 + column / 3
           : type == 1 ? STEP_ROWS + row
                       : STEP_COLUMNS + column;
}

static inline bool chain_has(const chains_t *c, int cell, int digit)
{
    return c->grid->candidates[cell] >> digit & 1;
}

/* Join the causes of the parents, and the node; return how much that is. */
static int chain_join(chains_t *c, int name, const int *parents, int count)
{
    uint64_t set[SET_WORDS] = {0};
    int size = 0;
    for (int k = 0; k < count; k++)
        for (int w = 0; w < SET_WORDS; w++)
            set[w] |= c->set[parents[k]][w];
    set[name / 64] |= UINT64_C(1) << name % 64;
    for (int w = 0; w < SET_WORDS; w++)
        size += __builtin_popcountll(set[w]);
    memcpy(c->set[name], set, sizeof set);
    return size;
}

/* Conclude a node. False: that contradicts another one. */
static bool conclude(chains_t *c, branch_t *b, int name, const int *parents, int count)
{
    int size = chain_join(c, name, parents, count);
    if (b->size[name ^ 1]) {
        b->contradiction = size + b->size[name ^ 1];
        return false;
    }
    b->size[name] = (int16_t)size;
    b->list[b->count++] = (int16_t)name;
    return true;
}

/* Whatever an on-node puts off. */
static bool after_on(chains_t *c, branch_t *b, int name)
{
    int cell = name / 18, digit = name / 2 % 9;
    bool seen[81] = {false};
    seen[cell] = true;
    for (int other = 0; other < 9 && c->has_cells; other++)
        if (other != digit && chain_has(c, cell, other) && !b->size[2 * (9 * cell + other)] &&
            !conclude(c, b, 2 * (9 * cell + other), &name, 1))
            return false;
    for (int k = 0; k < 27; k++) {
        int peer = c->grid->houses[box_row_column(cell, k / 9)][k % 9],
            off = 2 * (9 * peer + digit);
        if (!seen[peer] && chain_has(c, peer, digit) && !b->size[off] &&
            !conclude(c, b, off, &name, 1))
            return false;
        seen[peer] = true;
    }
    return true;
}

/* Put on the only other candidate of nine that is left; candidates that are off are parents, too.
 * */
static bool after_off_among(chains_t *c, branch_t *b, int name, const int among[9])
{
    int parents[10] = {name}, count = 1, only = -1, left = 0;
    for (int k = 0; k < 9; k++) {
        int cell = among[k] / 9, digit = among[k] % 9;
        if (!chain_has(c, cell, digit) || among[k] == name / 2)
            continue;
        if (c->left[cell] >> digit & 1) {
            left++;
            only = among[k];
        } else {
            parents[count++] = 2 * among[k];
        }
    }
    return left != 1 || b->size[2 * only + 1] || conclude(c, b, 2 * only + 1, parents, count);
}

static bool after_off(chains_t *c, branch_t *b, int name)
{
    int cell = name / 18, digit = name / 2 % 9, among[9];
    for (int k = 0; k < 9; k++)
        among[k] = 9 * cell + k;
    if (c->has_cells && !after_off_among(c, b, name, among))
        return false;
    for (int type = 0; type < 3; type++) {
        for (int k = 0; k < 9; k++)
            among[k] = 9 * c->grid->houses[box_row_column(cell, type)][k] + digit;
        if (!after_off_among(c, b, name, among))
            return false;
    }
    if (c->is_dynamic)
        c->left[cell] &= (uint16_t) ~(1u << digit);
    return true;
}

/* Make the branch of a node: on-nodes go before off-nodes. */
static branch_t *branch_of(chains_t *c, int name)
{
    branch_t *b = &c->branches[name];
    int next[2] = {0, 0};
    if (b->is_made)
        return b;
    memset(b, 0, sizeof *b);
    b->is_made = true;
    memcpy(c->left, c->grid->candidates, sizeof c->left);
    conclude(c, b, name, NULL, 0);
    for (;;) {
        int at = next[1];
        while (at < b->count && !(b->list[at] & 1))
            at++;
        bool is_on = at < b->count;
        for (at = is_on ? at : next[0]; !is_on && at < b->count && b->list[at] & 1;)
            at++;
        if (at == b->count)
            return b;
        next[is_on] = at + 1;
        if (!(is_on ? after_on : after_off)(c, b, b->list[at]))
            return b;
    }
}

/* Offer a proof. */
static void chain_offer(chains_t *c, int kind, int target, int complexity)
{
    int order = ++c->best[3];
    if (c->best[0] && (complexity > c->best[0] || (complexity == c->best[0] && kind >= c->best[1])))
        return;
    c->best[0] = complexity;
    c->best[1] = kind;
    c->best[2] = order;
    c->target = target;
}

/* Offer what all branches of a group conclude: on-nodes first. */
static void chain_common(chains_t *c, int kind, const int *names, int count)
{
    branch_t *first = branch_of(c, names[0]);
    for (int is_on = 1; is_on >= 0; is_on--)
        for (int at = 0; at < first->count; at++) {
            int name = first->list[at], complexity = 0, k = 0;
            for (; k < count && branch_of(c, names[k])->size[name]; k++)
                complexity += branch_of(c, names[k])->size[name];
            if (k == count && (name & 1) == is_on)
                chain_offer(c, kind, name, complexity);
        }
}

static void chains_of(chains_t *c, int cell, int digit)
{
    int number = 9 * cell + digit, names[9] = {2 * number + 1, 2 * number};
    for (int on = 1; on >= 0 && c->is_dynamic; on--) {
        branch_t *b = branch_of(c, 2 * number + on);
        if (b->contradiction)
            chain_offer(c, BY_CONTRADICTION, 2 * number + !on, b->contradiction);
    }
    if (c->is_dynamic && c->has_cells && __builtin_popcount(c->grid->candidates[cell]) >= 3)
        chain_common(c, BY_DOUBLE, names, 2);
    for (int type = 0; type < 3 && c->has_cells; type++) {
        int count = 0;
        for (int k = 0; k < 9; k++) {
            int place = c->grid->houses[box_row_column(cell, type)][k];
            if (chain_has(c, place, digit))
                names[count++] = 2 * (9 * place + digit) + 1;
        }
        if (count > 1 && names[0] / 18 == cell)
            chain_common(c, BY_REGION, names, count);
    }
}

/* Find the best chain of a kind of search; false without one. */
static bool chain_search(chains_t *c, const position_t *p, bool is_dynamic, bool has_cells)
{
    c->grid = p;
    c->is_dynamic = is_dynamic;
    c->has_cells = has_cells;
    memset(c->best, 0, sizeof c->best);
    for (int name = 0; name < NAMES; name++)
        c->branches[name].is_made = false;
    for (int cell = 0; cell < 81; cell++) {
        int names[9], count = 0;
        if (__builtin_popcount(p->candidates[cell]) < (is_dynamic ? 2 : 3))
            continue;
        for (int digit = 0; digit < 9; digit++)
            if (chain_has(c, cell, digit)) {
                chains_of(c, cell, digit);
                names[count++] = 2 * (9 * cell + digit) + 1;
            }
        if (has_cells)
            chain_common(c, BY_CELL, names, count);
    }
    return c->best[0] > 0;
}

/* The rating of a chain: 0.1 more for each of 4, 6, 8, 12, 16, 24 ... links that it has more. */
static int chain_rating_of(int least, int complexity)
{
    int rating = least;
    for (int links = 4, k = 0; complexity - 2 > links; k++, rating++)
        links = k % 2 ? links / 3 * 4 : links / 2 * 3;
    return rating;
}

/* Check a step of these techniques or of later ones. */
static void check_chain(const position_t *p, const rate_step_t *step)
{
    static const struct {
        int first, last;
        bool is_dynamic, has_cells;
        uint8_t technique[8]; /* By kind. */
    } searches[] = {{RATE_NISHIO, RATE_NISHIO, true, false, {[BY_CONTRADICTION] = RATE_NISHIO}},
                    {RATE_CELL_CHAINS,
                     RATE_REGION_CHAINS,
                     false,
                     true,
                     {[BY_CELL] = RATE_CELL_CHAINS, [BY_REGION] = RATE_REGION_CHAINS}},
                    {RATE_DYNAMIC_CONTRADICTION_0,
                     RATE_DYNAMIC_CELL_0,
                     true,
                     true,
                     {[BY_DOUBLE] = RATE_DYNAMIC_DOUBLE_0,
                      [BY_CELL] = RATE_DYNAMIC_CELL_0,
                      [BY_REGION] = RATE_DYNAMIC_REGION_0,
                      [BY_CONTRADICTION] = RATE_DYNAMIC_CONTRADICTION_0}}};
    static _Thread_local chains_t chains;
    for (int k = 0; k < 3 && step->technique >= searches[k].first; k++) {
        bool is_found = chain_search(&chains, p, searches[k].is_dynamic, searches[k].has_cells);
        check(is_found == (step->technique <= searches[k].last));
        if (!is_found)
            continue;
        int technique = searches[k].technique[chains.best[1]], cell = chains.target / 18;
        check(step->technique == technique && step->complexity == chains.best[0]);
        check(step->rating == chain_rating_of(rate_rows[technique].least, step->complexity));
        check(chains.target & 1 ? step->cell == cell && step->digit == chains.target / 2 % 9
                                : step->count == 1 && step->cells[0] == cell &&
                                      step->digits[0] == 1 << chains.target / 2 % 9);
    }
}
