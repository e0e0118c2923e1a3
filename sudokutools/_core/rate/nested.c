/* Further eliminations inside a dynamic branch, when nothing else follows any more.
 *
 *     level 1   pointing and claiming together, hidden pair, naked pair, X-Wing
 *     level 2   level 1, then static chains
 *     level 3   level 1, then static chains, then multiple chains
 *     level 4   level 1, then dynamic chains
 *     level 5   level 1, then dynamic chains, then dynamic chains of level 2
 *
 * They work on the working grid; the first technique that yields anything supplies all its results.
 * A result counts only if it rests on a lost candidate: these off-nodes are its parents. Empty
 * cells and filled places are those of the rater's own grid.
 *
 * RATE_PLUS_CHANGED. The grid before the deletions has no locked set, pair or X-Wing with a result,
 * for they come earlier in the ladder; so only digits and houses that lost a candidate are looked
 * at. The same holds one level deeper: a nested producer is tried only when these rules fail. */
#include "rate/propagation.h"
#include "rate/subsets.h"

#include <stdlib.h>

typedef struct {
    branching_t *b;
    const branch_t *branch;
    uint32_t digits, houses; /* What is looked at. */
    int house, digit, base;  /* The house, or the digit and the type of base lines, at hand. */
    int first;               /* Where the parents of the result at hand begin. */
} plus_t;

/* Make room in an array for one more item; false without memory. */
static bool more(void **items, int count, int *room, size_t size)
{
    if (count < *room)
        return true;
    int wanted = *room ? 2 * *room : 256;
    void *larger = realloc(*items, (size_t)wanted * size);
    if (!larger)
        return false;
    *items = larger;
    *room = wanted;
    return true;
}

static void add_parent(plus_t *p, int candidate)
{
    additions_t *a = &p->b->additions;
    if (!more((void **)&a->parents, a->parent_count, &a->parent_room, sizeof *a->parents)) {
        p->b->r->no_memory = true;
        return;
    }
    a->parents[a->parent_count++] = p->branch->node[2 * p->b->links.of.number[candidate]];
}

/* Add as parents the lost places of a digit in a house, apart from the positions `kept`. */
static void add_lost_places(plus_t *p, int house, int digit, unsigned kept)
{
    unsigned lost = p->b->links.grid->places[digit][house] & ~p->b->work.places[digit][house];
    for (lost &= ~kept; lost; lost &= lost - 1)
        add_parent(p, T.house_cell[house][first_bit(lost)] * 9 + digit);
}

/* Add as parents the lost candidates of a cell. */
static void add_lost_candidates(plus_t *p, int cell)
{
    unsigned lost = p->b->links.grid->candidates[cell] & ~p->b->work.candidates[cell];
    for (; lost; lost &= lost - 1)
        add_parent(p, cell * 9 + first_bit(lost));
}

static void begin_result(plus_t *p)
{
    p->first = p->b->additions.parent_count;
}

static bool has_parents(const plus_t *p)
{
    return p->b->additions.parent_count > p->first;
}

static void add_removals(plus_t *p, int cell, unsigned digits, int hint, int complexity)
{
    additions_t *a = &p->b->additions;
    for (digits &= p->b->work.candidates[cell]; digits; digits &= digits - 1) {
        if (!more((void **)&a->list, a->count, &a->room, sizeof *a->list)) {
            p->b->r->no_memory = true;
            return;
        }
        a->list[a->count++] = (addition_t){cell * 9 + first_bit(digits), p->first,
                                           a->parent_count - p->first, hint, complexity};
    }
}

/* ---- Level 1 ---- */

/* Parents of a locked set: lost places of the first house outside the second. */
static void locked_set(plus_t *p, int digit, int set)
{
    int first, second;
    unsigned kept = 0;
    rate_locked_set_houses(p->b->work.places[digit], set, &first, &second);
    for (int position = 0; position < 9; position++)
        if (T.houses_of[T.house_cell[first][position]] >> second & 1)
            kept |= 1u << position;
    begin_result(p);
    add_lost_places(p, first, digit, kept);
    if (!has_parents(p))
        return;
    for (int position = 0; position < 9; position++)
        if (!(T.houses_of[T.house_cell[second][position]] >> first & 1))
            add_removals(p, T.house_cell[second][position], 1u << digit, -1, 0);
}

static void locked_sets(plus_t *p)
{
    uint64_t sets[9] = {0}, any = 0;
    for (uint32_t digits = p->digits; digits; digits &= digits - 1) {
        int digit = first_bit(digits);
        sets[digit] = rate_locked_sets(p->b->work.places[digit]);
        any |= sets[digit];
    }
    for (int direction = 0; any && direction < 4; direction++)
        for (int digit = 0; digit < 9; digit++) {
            uint64_t rest = sets[digit] & UINT64_C(511) << 9 * direction;
            for (; rest; rest &= rest - 1)
                locked_set(p, digit, __builtin_ctzll(rest));
        }
}

/* Parents: lost places of the two digits in the house. */
static bool hidden_pair(void *context, subset_t pair)
{
    plus_t *p = context;
    begin_result(p);
    for (unsigned digits = pair.members; digits; digits &= digits - 1)
        add_lost_places(p, p->house, first_bit(digits), pair.elements);
    for (unsigned rest = has_parents(p) ? pair.elements : 0; rest; rest &= rest - 1)
        add_removals(p, T.house_cell[p->house][first_bit(rest)], ALL_DIGITS & ~pair.members, -1, 0);
    return false;
}

static void hidden_pairs(plus_t *p)
{
    for (uint32_t houses = p->houses; houses; houses &= houses - 1) {
        family_t family = {.count = 0};
        p->house = first_bit(houses);
        if (p->b->work.open[p->house] <= 4)
            continue;
        for (int digit = 0; digit < 9; digit++)
            family_add(&family, digit, p->b->work.places[digit][p->house], 2);
        subsets(&family, 2, hidden_pair, p);
    }
}

/* Parents: lost candidates of the two cells. */
static bool naked_pair(void *context, subset_t pair)
{
    plus_t *p = context;
    begin_result(p);
    for (unsigned rest = pair.members; rest; rest &= rest - 1)
        add_lost_candidates(p, T.house_cell[p->house][first_bit(rest)]);
    unsigned others = has_parents(p) ? ALL_DIGITS & ~pair.members : 0;
    for (; others; others &= others - 1)
        add_removals(p, T.house_cell[p->house][first_bit(others)], pair.elements, -1, 0);
    return false;
}

static void naked_pairs(plus_t *p)
{
    for (uint32_t houses = p->houses; houses; houses &= houses - 1) {
        family_t family = {.count = 0};
        p->house = first_bit(houses);
        if (p->b->work.open[p->house] < 4)
            continue;
        for (int position = 0; position < 9; position++)
            family_add(&family, position,
                       p->b->work.candidates[T.house_cell[p->house][position]], 2);
        subsets(&family, 2, naked_pair, p);
    }
}

/* An X-Wing, to be put in order: lines before digits. */
typedef struct {
    unsigned key, cover; /* 16 * base lines + digit. */
} wing_t;

typedef struct {
    plus_t *p;
    int digit, count;
    wing_t wings[9 * 36];
} wings_t;

static bool note_wing(void *context, subset_t wing)
{
    wings_t *w = context;
    w->wings[w->count++] = (wing_t){wing.members << 4 | (unsigned)w->digit, wing.elements};
    return false;
}

static int by_key(const void *a, const void *b)
{
    unsigned left = ((const wing_t *)a)->key, right = ((const wing_t *)b)->key;
    return (left > right) - (left < right);
}

/* Parents: lost places of the base lines. */
static void x_wing(plus_t *p, int base, wing_t wing)
{
    int digit = (int)(wing.key & 15), across = COLUMNS + ROWS - base;
    unsigned lines = wing.key >> 4;
    begin_result(p);
    for (unsigned rest = lines; rest; rest &= rest - 1)
        add_lost_places(p, base + first_bit(rest), digit, wing.cover);
    if (!has_parents(p))
        return;
    for (unsigned cover = wing.cover; cover; cover &= cover - 1)
        for (unsigned rest = ALL_DIGITS & ~lines; rest; rest &= rest - 1)
            add_removals(p, T.house_cell[across + first_bit(cover)][first_bit(rest)], 1u << digit,
                         -1, 0);
}

static void x_wings(plus_t *p)
{
    for (int base = COLUMNS; base <= ROWS; base += 9) {
        wings_t found;
        found.p = p;
        found.count = 0;
        for (uint32_t digits = p->digits; digits; digits &= digits - 1) {
            family_t family = {.count = 0};
            found.digit = first_bit(digits);
            if (p->b->work.placed[found.digit] + 4 > 9)
                continue;
            for (int line = 0; line < 9; line++)
                family_add(&family, line, p->b->work.places[found.digit][base + line], 2);
            subsets(&family, 2, note_wing, &found);
        }
        if (found.count > 1)
            qsort(found.wings, (size_t)found.count, sizeof found.wings[0], by_key);
        for (int i = 0; i < found.count; i++)
            x_wing(p, base, found.wings[i]);
    }
}

/* ---- Nested producers ---- */

/* Parents of a chain: lost candidates of the cells and places of the houses of its links. */
static void add_cause_parents(plus_t *p, const cause_t *cause)
{
    for (int digit = 0; digit < 9; digit++) {
        board_t lost = p->b->links.grid->cells[digit] & ~p->b->work.cells[digit];
        board_t used = cause->cells;
        for (uint32_t houses = lost ? cause->houses[digit] : 0; houses; houses &= houses - 1)
            used |= T.house_board[first_bit(houses)];
        for (lost &= used; lost; lost &= lost - 1)
            add_parent(p, board_first(lost) * 9 + digit);
    }
}

static void add_hint_removals(plus_t *p, const hint_t *hint, int number)
{
    if (hint->removed < 0) {
        int candidate = hint->target >> 1;
        unsigned digit = 1u << candidate % 9;
        add_removals(p, candidate / 9, hint->target & 1 ? ALL_DIGITS & ~digit : digit, number,
                     hint->complexity);
        return;
    }
    const removal_t *removal = &p->b->nested.removed[hint->removed];
    board_t cells = 0;
    for (int digit = 0; digit < 9; digit++)
        cells |= removal->cells[digit];
    for (; cells; cells &= cells - 1) {
        int cell = board_first(cells);
        unsigned digits = 0;
        for (int digit = 0; digit < 9; digit++)
            digits |= (unsigned)(removal->cells[digit] >> cell & 1) << digit;
        add_removals(p, cell, digits, number, hint->complexity);
    }
}

/* Turn the hints of a nested producer into eliminations; return whether there are any. */
static bool add_hints(plus_t *p)
{
    sink_t *sink = &p->b->nested;
    sink_sort(sink, &p->b->work);
    for (int i = 0; i < sink->count; i++) {
        begin_result(p);
        add_cause_parents(p, &sink->hints[i].cause);
        if (has_parents(p))
            add_hint_removals(p, &sink->hints[i], i);
    }
    p->b->r->no_memory |= sink->no_memory;
    return p->b->additions.count > 0;
}

static bool nested_static(plus_t *p)
{
    rate_chains_t *chains = p->b->r->chains;
    sink_begin(&p->b->nested, true, NO_LIMIT);
    if (uses(p->b->r, RATE_NESTED_BITS))
        filter_sources(&chains->filter, &chains->sets, &p->b->work);
    else
        filter_nothing(&chains->filter);
    paths_all(&chains->paths, &p->b->work, &chains->filter, &p->b->nested);
    return add_hints(p);
}

static bool nested_multiple(plus_t *p, branch_mode_t mode)
{
    sink_begin(&p->b->nested, true, NO_LIMIT);
    multiple_search(p->b->r->chains->branching[p->b->depth + 1], &p->b->work, mode, &p->b->nested);
    return add_hints(p);
}

bool plus_find(branching_t *b, branch_t *branch, int level)
{
    static void (*const rules[])(plus_t *) = {locked_sets, hidden_pairs, naked_pairs, x_wings};
    const branch_mode_t multiple = {false, true, 0};
    const branch_mode_t dynamic = {true, true, 0}, deep = {true, true, 2};
    plus_t p = {.b = b, .branch = branch, .digits = b->lost_digits, .houses = b->lost_houses};
    if (!uses(b->r, RATE_PLUS_CHANGED)) {
        p.digits = ALL_DIGITS;
        p.houses = ALL_HOUSES;
    }
    b->additions.count = b->additions.parent_count = 0;
    for (int rule = 0; rule < 4; rule++) {
        rules[rule](&p);
        if (b->additions.count)
            return true;
    }
    if ((level == 2 || level == 3) && nested_static(&p))
        return true;
    if (level == 3 && nested_multiple(&p, multiple))
        return true;
    if (level >= 4 && nested_multiple(&p, dynamic))
        return true;
    return level >= 5 && nested_multiple(&p, deep);
}
