/* Aligned pair and triple exclusion: choices of one candidate for each of two or three cells that a
 * common excluder forbids.
 *
 *     excluder        a cell with 2 candidates (triple: 2 or 3) that sees all cells of the group;
 *                     a choice that uses up all its candidates is impossible
 *     base cell       a cell with 2 or more candidates and an excluder
 *
 * A candidate that occurs in no possible choice goes. Groups are taken in the order of the second
 * base cell, then the first; the third runs over the excluders of either that are base cells.
 *
 * RATE_PRUNE_ALIGNED. A group needs two common excluders; so first cells must see two excluders of
 * the second, third cells two common excluders of the pair. An excluder that is not made up of the
 * group's candidates is never used up, and a group whose cells and common excluders have not
 * changed since it was last examined again gives nothing. Pairs are formed only if there is one
 * that removes something, which boards tell. */
#include "rate/state.h"

#include <string.h>

typedef struct {
    rate_t *r;
    int size;              /* 2 or 3 cells. */
    board_t excluders;     /* Cells that can exclude, */
    board_t seen[81];      /* the cells that each base cell sees. */
    board_t base, changed; /* Base cells; cells changed since the last search in vain, */
    board_t touched;       /* and base cells that are or see one of these. */
} exclusion_t;

/* Cells that see two or more cells of a board. */
static board_t see_two(board_t cells)
{
    board_t once = 0, twice = 0;
    for (; cells; cells &= cells - 1) {
        board_t peers = rate_tables.peer_board[board_first(cells)];
        twice |= once & peers;
        once |= peers;
    }
    return twice;
}

/* Gather the candidates of the common excluders that lie within the group's. */
static int forbidden_choices(const rate_t *r, board_t excluders, unsigned within, uint16_t list[81])
{
    int count = 0;
    for (; excluders; excluders &= excluders - 1) {
        unsigned digits = r->grid.candidates[board_first(excluders)];
        if (!(digits & ~within))
            list[count++] = (uint16_t)digits;
    }
    return count;
}

static bool removes(exclusion_t *a, const int cells[3], const unsigned possible[3])
{
    rate_t *r = a->r;
    step_begin(r, a->size == 2 ? RATE_ALIGNED_PAIR : RATE_ALIGNED_TRIPLE);
    for (int i = 0; i < a->size; i++)
        step_remove(r, cells[i], ALL_DIGITS & ~possible[i]);
    return r->step.count > 0;
}

static bool examine_pair(exclusion_t *a, int first, int second, board_t common)
{
    rate_t *r = a->r;
    const unsigned p = r->grid.candidates[first], q = r->grid.candidates[second];
    const bool see = (rate_tables.peer_board[first] & board_bit(second)) != 0;
    uint16_t list[81],
        partner[9] = {0}; /* partner[d]: digits the second cell cannot have if the first is d. */
    int count = forbidden_choices(r, common, p | q, list);
    if (!count)
        return false;
    for (int i = 0; i < count; i++) {
        partner[first_bit(list[i])] |= (uint16_t)(1u << last_bit(list[i]));
        partner[last_bit(list[i])] |= (uint16_t)(1u << first_bit(list[i]));
    }
    unsigned possible[3] = {0, 0, 0};
    for (unsigned rest = p; rest; rest &= rest - 1) {
        unsigned digit = rest & -rest;
        unsigned choices = q & ~partner[first_bit(digit)] & ~(see ? digit : 0);
        possible[0] |= choices ? digit : 0;
        possible[1] |= choices;
    }
    const int cells[3] = {first, second, -1};
    return removes(a, cells, possible);
}

/* A group of three cells: its candidates, who sees whom, and the excluders' candidates. */
typedef struct {
    unsigned p, q, s; /* Candidates of the three cells. */
    bool see_pq;
    unsigned see_ps, see_qs; /* All ones when the two cells see each other. */
    int count;
    uint16_t list[81];
} triple_t;

/* The candidates of the third cell that go with x in the first and y in the second. */
static inline unsigned third_choices(const triple_t *t, unsigned x, unsigned y)
{
    unsigned choices = t->s & ~(x & t->see_ps) & ~(y & t->see_qs);
    for (int i = 0; choices && i < t->count; i++) {
        unsigned left = t->list[i] & ~(x | y);
        if (!(left & (left - 1)))
            choices &= left ? ~left : 0;
    }
    return choices;
}

/* Work out all possible choices; stop early, with all candidates, once none can go any more. */
static void possible_choices(const triple_t *t, unsigned possible[3])
{
    possible[0] = possible[1] = possible[2] = 0;
    for (unsigned xs = t->p; xs; xs &= xs - 1) {
        unsigned x = xs & -xs;
        for (unsigned ys = t->q & ~(t->see_pq ? x : 0); ys; ys &= ys - 1) {
            unsigned y = ys & -ys;
            /* A pair of digits that are both known possible can only prove more of the third. */
            if (possible[0] & x && possible[1] & y && possible[2] == t->s)
                continue;
            unsigned choices = third_choices(t, x, y);
            if (!choices)
                continue;
            possible[0] |= x;
            possible[1] |= y;
            possible[2] |= choices;
            if (possible[0] == t->p && possible[1] == t->q && possible[2] == t->s)
                return;
        }
    }
}

static bool examine_triple(exclusion_t *a, int first, int second, int third, board_t common)
{
    const uint16_t *candidates = a->r->grid.candidates;
    triple_t t; /* Not initialised as a whole: most of its list stays unused. */
    t.p = candidates[first];
    t.q = candidates[second];
    t.s = candidates[third];
    t.count = forbidden_choices(a->r, common, t.p | t.q | t.s, t.list);
    if (!t.count)
        return false;
    t.see_pq = (rate_tables.peer_board[first] & board_bit(second)) != 0;
    t.see_ps = rate_tables.peer_board[first] & board_bit(third) ? ALL_DIGITS : 0;
    t.see_qs = rate_tables.peer_board[second] & board_bit(third) ? ALL_DIGITS : 0;
    unsigned possible[3];
    possible_choices(&t, possible);
    if (possible[0] == t.p && possible[1] == t.q && possible[2] == t.s)
        return false;
    const int cells[3] = {first, second, third};
    return removes(a, cells, possible);
}

static bool examine_group(exclusion_t *a, int first, int second, bool pruned)
{
    board_t common = a->seen[first] & a->seen[second];
    board_t pair = board_bit(first) | board_bit(second);
    if (a->size == 2) {
        if (!board_several(common) || !(a->changed & (common | pair)))
            return false;
        return examine_pair(a, first, second, common);
    }
    board_t thirds = (a->seen[first] | a->seen[second]) & a->base & ~pair;
    if (pruned) {
        /* Unless the pair itself changed, only a changed third or common excluder matters. */
        if (!(a->changed & (common | pair)))
            thirds &= a->changed;
        thirds = thirds ? thirds & see_two(common) : 0;
    }
    for (; thirds; thirds &= thirds - 1) {
        int third = board_first(thirds);
        board_t excluders = common & a->seen[third];
        if (!board_several(excluders) || !(a->changed & (excluders | pair | board_bit(third))))
            continue;
        /* The same three cells may have come before, in the order of an earlier pair. */
        if (pruned && third < second &&
            ((a->seen[first] | a->seen[third]) & board_bit(second) ||
             (third < first && (a->seen[second] | a->seen[third]) & board_bit(first))))
            continue;
        if (examine_triple(a, first, second, third, excluders))
            return true;
    }
    return false;
}

/* The cells from which a pair with this cell takes a digit: for every candidate that the cell would
 * have left, an excluder of that candidate and the digit sees both. `seen[a][b]` are the cells that
 * see an excluder a, b of the cell, a < b. */
static board_t losers(const rate_grid_t *grid, int cell, int digit, board_t seen[9][9])
{
    unsigned own = grid->candidates[cell];
    board_t cells = grid->cells[digit];
    if (own >> digit & 1)
        cells &= rate_tables.peer_board[cell];
    for (unsigned rest = own & ~(1u << digit); cells && rest; rest &= rest - 1) {
        int other = first_bit(rest);
        cells &= digit < other ? seen[digit][other] : seen[other][digit];
    }
    return cells & ~board_bit(cell);
}

/* Whether any aligned pair that has changed removes something. The removals of a pair from one of
 * its cells rests on the other one and on excluders of that. */
static bool pair_removes(const rate_t *r)
{
    const rate_grid_t *grid = &r->grid;
    for (board_t cells = grid->empty & ~r->single; cells; cells &= cells - 1) {
        int cell = board_first(cells);
        board_t excluders = rate_tables.peer_board[cell] & r->bivalue, seen[9][9];
        unsigned digits = 0;
        if (!(r->changed_pairs & (excluders | board_bit(cell))) ||
            board_count(excluders) + 1 < rate_tables.size[grid->candidates[cell]])
            continue;
        memset(seen, 0, sizeof seen);
        for (; excluders; excluders &= excluders - 1) {
            int excluder = board_first(excluders);
            unsigned both = grid->candidates[excluder];
            seen[first_bit(both)][last_bit(both)] |= rate_tables.peer_board[excluder];
            digits |= both;
        }
        for (; digits; digits &= digits - 1)
            if (losers(grid, cell, first_bit(digits), seen))
                return true;
    }
    return false;
}

static bool aligned(rate_t *r, int size, board_t excluders, board_t *changed)
{
    const bool pruned = uses(r, RATE_PRUNE_ALIGNED);
    exclusion_t a = {.r = r, .size = size, .excluders = excluders, .changed = *changed};
    for (board_t rest = r->grid.empty & ~r->single; rest; rest &= rest - 1) {
        int cell = board_first(rest);
        a.seen[cell] = rate_tables.peer_board[cell] & excluders;
        if (a.seen[cell] && r->grid.candidates[cell])
            a.base |= board_bit(cell);
    }
    if (!pruned)
        a.changed = ALL_CELLS;
    for (board_t rest = a.base; rest; rest &= rest - 1) {
        int cell = board_first(rest);
        if (a.changed & (a.seen[cell] | board_bit(cell)))
            a.touched |= board_bit(cell);
    }
    for (board_t seconds = a.base; seconds; seconds &= seconds - 1) {
        int second = board_first(seconds);
        board_t firsts = a.base & (board_bit(second) - 1);
        if (pruned) {
            if (!board_several(a.seen[second]))
                continue;
            /* Changed thirds and common excluders are seen by one of the two. */
            if (!(a.touched & board_bit(second)))
                firsts &= a.touched;
            firsts = firsts ? firsts & see_two(a.seen[second]) : 0;
        }
        for (; firsts; firsts &= firsts - 1)
            if (examine_group(&a, board_first(firsts), second, pruned))
                return true;
    }
    *changed = 0;
    return false;
}

bool rate_aligned_pair(rate_t *r)
{
    if (uses(r, RATE_PRUNE_ALIGNED) && !pair_removes(r)) {
        r->changed_pairs = 0;
        return false;
    }
    return aligned(r, 2, r->bivalue, &r->changed_pairs);
}

bool rate_aligned_triple(rate_t *r)
{
    return aligned(r, 3, r->bivalue | r->trivalue, &r->changed_triples);
}
