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
 * cells and filled places are taken from the rater's own grid.
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
    houses_t digits, houses; /* Those to search. */
    int house;               /* The house at hand. */
    int first;               /* Where the parents of the result at hand begin. */
} nested_search_t;

static void add_parent(nested_search_t *s, int candidate)
{
    additions_t *a = &s->b->additions;
    if (!items_grow((void **)&a->parents, a->parent_count, &a->parent_room, sizeof *a->parents)) {
        s->b->r->no_memory = true;
        return;
    }
    a->parents[a->parent_count++] = s->branch->node[2 * s->b->links.of.number[candidate]];
}

/* Add as parents the lost places of a digit in a house, apart from the positions `kept`. */
static void add_lost_places(nested_search_t *s, int house, int digit, unsigned kept)
{
    unsigned lost = s->b->links.grid->places[digit][house] & ~s->b->work.places[digit][house];
    for (lost &= ~kept; lost; lost &= lost - 1)
        add_parent(s, rate_tables.house_cell[house][first_bit(lost)] * 9 + digit);
}

static void add_lost_candidates(nested_search_t *s, int cell)
{
    unsigned lost = s->b->links.grid->candidates[cell] & ~s->b->work.candidates[cell];
    for (; lost; lost &= lost - 1)
        add_parent(s, cell * 9 + first_bit(lost));
}

static void begin_result(nested_search_t *s) { s->first = s->b->additions.parent_count; }

static bool has_parents(const nested_search_t *s)
{
    return s->b->additions.parent_count > s->first;
}

static void add_removals(nested_search_t *s, int cell, unsigned digits, int hint, int complexity)
{
    additions_t *a = &s->b->additions;
    for (digits &= s->b->work.candidates[cell]; digits; digits &= digits - 1) {
        if (!items_grow((void **)&a->list, a->count, &a->room, sizeof *a->list)) {
            s->b->r->no_memory = true;
            return;
        }
        a->list[a->count++] = (addition_t){cell * 9 + first_bit(digits), s->first,
                                           a->parent_count - s->first, hint, complexity};
    }
}

/* Parents of a locked set: lost places of the first house outside the second. */
static bool locked_set(void *context, int digit, int first, int second)
{
    nested_search_t *s = context;
    board_t other = rate_tables.house_board[second], rest = other & ~rate_tables.house_board[first];
    unsigned kept = 0;
    for (int position = 0; position < 9; position++)
        if (other & board_bit(rate_tables.house_cell[first][position]))
            kept |= 1u << position;
    begin_result(s);
    add_lost_places(s, first, digit, kept);
    for (int position = 0; has_parents(s) && position < 9; position++)
        if (rest & board_bit(rate_tables.house_cell[second][position]))
            add_removals(s, rate_tables.house_cell[second][position], 1u << digit, -1, 0);
    return false;
}

static void all_locked_sets(nested_search_t *s)
{
    locked_sets(s->b->r, &s->b->work, (unsigned)s->digits, locked_set, s);
}

/* Parents: lost places of the two digits in the house. */
static bool hidden_pair(void *context, subset_t pair)
{
    nested_search_t *s = context;
    begin_result(s);
    for (unsigned digits = pair.members; digits; digits &= digits - 1)
        add_lost_places(s, s->house, first_bit(digits), pair.elements);
    for (unsigned rest = has_parents(s) ? pair.elements : 0; rest; rest &= rest - 1)
        add_removals(s, rate_tables.house_cell[s->house][first_bit(rest)],
                     ALL_DIGITS & ~pair.members, -1, 0);
    return false;
}

static void hidden_pairs(nested_search_t *s)
{
    for (houses_t houses = s->houses; houses; houses &= houses - 1) {
        s->house = first_house(houses);
        if (s->b->work.open[s->house] <= 4)
            continue;
        family_t family = hidden_family(&s->b->work, s->house, 2);
        subsets(&family, 2, hidden_pair, s);
    }
}

/* Parents: lost candidates of the two cells. */
static bool naked_pair(void *context, subset_t pair)
{
    nested_search_t *s = context;
    begin_result(s);
    for (unsigned rest = pair.members; rest; rest &= rest - 1)
        add_lost_candidates(s, rate_tables.house_cell[s->house][first_bit(rest)]);
    unsigned others = has_parents(s) ? ALL_DIGITS & ~pair.members : 0;
    for (; others; others &= others - 1)
        add_removals(s, rate_tables.house_cell[s->house][first_bit(others)], pair.elements, -1, 0);
    return false;
}

static void naked_pairs(nested_search_t *s)
{
    for (houses_t houses = s->houses; houses; houses &= houses - 1) {
        s->house = first_house(houses);
        if (s->b->work.open[s->house] < 4)
            continue;
        family_t family = naked_family(&s->b->work, s->house, 2);
        subsets(&family, 2, naked_pair, s);
    }
}

typedef struct {
    unsigned key, cover; /* 16 * base lines + digit. */
} wing_t;

typedef struct {
    int digit, count;
    wing_t wings[9 * 36];
} wings_t;

static bool note_wing(void *context, subset_t wing)
{
    wings_t *w = context;
    w->wings[w->count++] = (wing_t){wing.members << 4 | (unsigned)w->digit, wing.elements};
    return false;
}

static int by_lines(const void *a, const void *b)
{
    unsigned left = ((const wing_t *)a)->key, right = ((const wing_t *)b)->key;
    return (left > right) - (left < right);
}

/* Parents: lost places of the base lines. */
static void x_wing(nested_search_t *s, int base, wing_t wing)
{
    int digit = (int)(wing.key & 15), across = COLUMNS + ROWS - base;
    unsigned lines = wing.key >> 4;
    begin_result(s);
    for (unsigned rest = lines; rest; rest &= rest - 1)
        add_lost_places(s, base + first_bit(rest), digit, wing.cover);
    if (!has_parents(s))
        return;
    for (unsigned cover = wing.cover; cover; cover &= cover - 1)
        for (unsigned rest = ALL_DIGITS & ~lines; rest; rest &= rest - 1)
            add_removals(s, rate_tables.house_cell[across + first_bit(cover)][first_bit(rest)],
                         1u << digit, -1, 0);
}

static void x_wings(nested_search_t *s)
{
    for (int base = COLUMNS; base <= ROWS; base += 9) {
        wings_t found;
        found.count = 0;
        for (unsigned digits = (unsigned)s->digits; digits; digits &= digits - 1) {
            found.digit = first_bit(digits);
            if (s->b->work.placed[found.digit] + 4 > 9)
                continue;
            family_t family = line_family(&s->b->work, base, found.digit, 2);
            subsets(&family, 2, note_wing, &found);
        }
        if (found.count > 1)
            qsort(found.wings, (size_t)found.count, sizeof found.wings[0], by_lines);
        for (int i = 0; i < found.count; i++)
            x_wing(s, base, found.wings[i]);
    }
}

/* Parents of a chain: lost candidates of the cells and places of the houses of its links. */
static void add_cause_parents(nested_search_t *s, const cause_t *cause)
{
    for (int digit = 0; digit < 9; digit++) {
        board_t lost = s->b->links.grid->cells[digit] & ~s->b->work.cells[digit];
        board_t used = cause->cells;
        for (houses_t houses = lost ? cause->houses[digit] : 0; houses; houses &= houses - 1)
            used |= rate_tables.house_board[first_house(houses)];
        for (lost &= used; lost; lost &= lost - 1)
            add_parent(s, board_first(lost) * 9 + digit);
    }
}

static void add_hint_removals(nested_search_t *s, const hint_t *hint, int number)
{
    if (hint->removed < 0) {
        int candidate = hint->target >> 1;
        unsigned digit = 1u << candidate % 9;
        add_removals(s, candidate / 9, hint->target & 1 ? ALL_DIGITS & ~digit : digit, number,
                     hint->complexity);
        return;
    }
    const removal_t *removal = &s->b->nested.removed[hint->removed];
    board_t cells = 0;
    for (int digit = 0; digit < 9; digit++)
        cells |= removal->cells[digit];
    for (; cells; cells &= cells - 1) {
        int cell = board_first(cells);
        add_removals(s, cell, removed_digits(removal, cell), number, hint->complexity);
    }
}

/* Turn the hints of a nested producer into eliminations; return whether there are any. */
static bool add_hints(nested_search_t *s)
{
    sink_t *sink = &s->b->nested;
    sink_sort(sink, &s->b->work);
    for (int i = 0; i < sink->count; i++) {
        begin_result(s);
        add_cause_parents(s, &sink->hints[i].cause);
        if (has_parents(s))
            add_hint_removals(s, &sink->hints[i], i);
    }
    s->b->r->no_memory |= sink->no_memory;
    return s->b->additions.count > 0;
}

static bool nested_static(nested_search_t *s)
{
    rate_chains_t *chains = s->b->r->chains;
    sink_begin(&s->b->nested, true, NO_LIMIT);
    if (uses(s->b->r, RATE_NESTED_BITS))
        filter_sources(&chains->filter, &chains->sets, &s->b->work);
    else
        filter_nothing(&chains->filter);
    paths_all(&chains->paths, &s->b->work, &chains->filter, &s->b->nested);
    return add_hints(s);
}

static bool nested_multiple(nested_search_t *s, branch_mode_t mode)
{
    sink_begin(&s->b->nested, true, NO_LIMIT);
    forcing_search(s->b->r->chains->branching[s->b->depth + 1], &s->b->work, mode, &s->b->nested);
    return add_hints(s);
}

bool nested_find(branching_t *b, branch_t *branch, int level)
{
    static void (*const rules[])(nested_search_t *) = {all_locked_sets, hidden_pairs, naked_pairs,
                                                       x_wings};
    const branch_mode_t multiple = {false, true, 0};
    const branch_mode_t dynamic = {true, true, 0}, deep = {true, true, 2};
    nested_search_t s = {
        .b = b, .branch = branch, .digits = b->lost_digits, .houses = b->lost_houses};
    if (!uses(b->r, RATE_PLUS_CHANGED)) {
        s.digits = ALL_DIGITS;
        s.houses = ALL_HOUSES;
    }
    b->additions.count = b->additions.parent_count = 0;
    for (int rule = 0; rule < 4; rule++) {
        rules[rule](&s);
        if (b->additions.count)
            return true;
    }
    if ((level == 2 || level == 3) && nested_static(&s))
        return true;
    if (level == 3 && nested_multiple(&s, multiple))
        return true;
    if (level >= 4 && nested_multiple(&s, dynamic))
        return true;
    return level >= 5 && nested_multiple(&s, deep);
}
