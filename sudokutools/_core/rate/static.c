/* Static chains by sets: X-, Y- and XY-cycles and forcing chains of all sources at once.
 *
 * Only the smallest hint is wanted, and the conclusion of a forcing chain does not depend on its
 * path. So no path is walked: each source i carries the set of candidates that "i on" has put on,
 * and all sets grow by one strong link a round.
 *
 *     i on --> off --> on --> off --> on ...        frontier[i]: put on by the last round
 *          weak   strong                            reach[i]:    what all rounds have
 *          `-----------'
 *             next[i]
 *
 *     after k rounds          frontier[i] meets weak[i]     i on proves i off, complexity 2k + 2
 *                             frontier[i] meets strong[j],
 *                             for strong links go both ways:
 *                             j off puts i on, which puts
 *                             j on                          j off proves j on, complexity 2k + 2
 *
 * The first round with a hit has the smallest complexity; in it the first source wins.
 *
 * Cycles depend on their path, so they are walked, but seldom. If a cycle removes candidate e, then
 * e on leads round the cycle to e off: a forcing chain (X for an X-cycle, XY for the others) with
 * no more strong links than the cycle. Without a chain cycles do not exist; where the
 * shortest chain has k strong links, a cycle closes after k - 1 rounds at the earliest, and after k
 * at the latest if it is not to be more complex than that chain. Sources
 * whose frontier holds no possible last node after these rounds are passed over. */
#include "rate/sets.h"
#include "rate/state.h"

#include <string.h>

/* The order of collection of a proof from source i: on before off, sources in turn. */
ALWAYS_INLINE uint32_t order_of(const sets_t *s, int i, bool on)
{
    return (uint32_t)s->of.candidate[i] * 3 + (on ? 1 : 2);
}

ALWAYS_INLINE void least(uint32_t *order, uint32_t other)
{
    if (other < *order)
        *order = other;
}

/* Look at the frontier of source i after a round: lower *order to that of a proof. */
ALWAYS_INLINE void look(sets_t *s, int i, int round, uint32_t *order, int words)
{
    const uint64_t *frontier = s->frontier + i * words;
    if (first_common(frontier, s->weak + i * words, words) >= 0)
        least(order, order_of(s, i, true));
    int placed = first_common(frontier, s->strong + i * words, words);
    if (placed >= 0)
        least(order, order_of(s, placed, false));
    if (first_common(frontier, s->before + i * words, words) >= 0)
        s->returns[i] |= 1u << (round < 31 ? round : 31);
}

/* Take the hint of a source's proof: `order` as above. */
static void prove(sink_t *sink, int kind, int round, uint32_t order)
{
    int complexity = 2 * round + 2;
    hint_t *hint = sink_take(sink, static_rating(kind, complexity), complexity, kind, order);
    if (hint)
        hint->target = (int)(order / 3) * 2 + (order % 3 == 2);
}

ALWAYS_INLINE int xy_rounds(sets_t *s, sink_t *sink, int words)
{
    int active[MAX_CANDIDATES], count = s->of.count;
    for (int i = 0; i < count; i++) {
        active[i] = i;
        s->returns[i] = 0;
    }
    for (int round = 1; count; round++) {
        int complexity = 2 * round + 2, kept = 0;
        uint32_t order = UINT32_MAX;
        if (!sink_wants(sink, static_rating(XY_KIND, complexity), complexity, XY_KIND, 0))
            return round;
        for (int k = 0; k < count; k++) {
            int i = active[k];
            if (round > 1 &&
                !advance(s->frontier + i * words, s->reach + i * words, s->next, words))
                continue;
            look(s, i, round, &order, words);
            active[kept++] = i;
        }
        count = kept;
        if (order != UINT32_MAX) {
            prove(sink, XY_KIND, round, order);
            return round;
        }
    }
    s->complete = true;
    return 0;
}

/* Find the shortest XY-chain. Return its round, or when none is wanted any more; 0: none. */
static int forcing_xy(sets_t *s, const rate_grid_t *grid, sink_t *sink)
{
    if (!sink_wants(sink, static_rating(XY_KIND, 4), 4, XY_KIND, 0))
        return 1;
    int rounds;
    sets_make(s, grid);
    FOR_WORDS(s->of.count, rounds = xy_rounds(s, sink, WORDS));
    return rounds;
}

/* ---- X-chains: the same within one digit, on boards ---- */

/* Run one round of a digit; return the sources whose frontier still grows. */
static board_t x_round(sets_t *s, int digit, board_t active, int round, uint32_t *order)
{
    for (board_t rest = active; rest; rest &= rest - 1) {
        int cell = board_first(rest);
        board_t frontier = round > 1 ? advance_x(s, digit, cell) : s->x_frontier[digit][cell];
        board_t placed = frontier & s->x_strong[digit][cell];
        if (!frontier)
            active &= ~board_bit(cell);
        if (frontier & rate_tables.peer_board[cell])
            least(order, (uint32_t)(cell * 9 + digit) * 3 + 1);
        if (placed)
            least(order, (uint32_t)(board_first(placed) * 9 + digit) * 3 + 2);
    }
    return active;
}

/* Find the shortest X-chain of the changed digits; returns as forcing_xy does. */
static int forcing_x(rate_t *r, sets_t *s, sink_t *sink)
{
    board_t active[9] = {0}, any = 0;
    for (unsigned rest = (unsigned)r->changed[CHANGED_X_CHAIN]; rest; rest &= rest - 1) {
        int digit = first_bit(rest);
        active[digit] = sets_make_x(s, &r->grid, digit) ? r->grid.cells[digit] : 0;
        any |= active[digit];
    }
    for (int round = 1; any; round++) {
        int complexity = 2 * round + 2;
        uint32_t order = UINT32_MAX;
        if (!sink_wants(sink, static_rating(X_KIND, complexity), complexity, X_KIND, 0))
            return round;
        any = 0;
        for (int digit = 0; digit < 9; digit++)
            any |= active[digit] = x_round(s, digit, active[digit], round, &order);
        if (order != UINT32_MAX) {
            prove(sink, X_KIND, round, order);
            return round;
        }
    }
    r->changed[CHANGED_X_CHAIN] = 0;
    return 0;
}

/* Nodes of Y-chains: bivalue cells with their lower, and with their higher digit on. */
typedef struct {
    board_t of[2];
} y_nodes_t;

/* Per digit the bivalue cells in which it is the lower, the higher one. */
typedef y_nodes_t y_cells_t[9];

/* Replace on-nodes by those of their successors (cells that see them, with the other digit) that
 * are not seen yet, and see these; false if there are none. */
static bool advance_y(const rate_grid_t *grid, const y_cells_t y, y_nodes_t *nodes, y_nodes_t *seen)
{
    y_nodes_t next = {{0, 0}};
    for (int high = 0; high < 2; high++)
        for (board_t rest = nodes->of[high]; rest; rest &= rest - 1) {
            int cell = board_first(rest);
            unsigned both = grid->candidates[cell];
            int digit = high ? last_bit(both) : first_bit(both);
            next.of[0] |= rate_tables.peer_board[cell] & y[digit].of[1];
            next.of[1] |= rate_tables.peer_board[cell] & y[digit].of[0];
        }
    for (int high = 0; high < 2; high++) {
        nodes->of[high] = next.of[high] & ~seen->of[high];
        seen->of[high] |= nodes->of[high];
    }
    return nodes->of[0] || nodes->of[1];
}

/* Whether a Y-cycle from the source can close in a round that counts. */
static bool y_returns(const rate_grid_t *grid, const y_cells_t y, int cell, int digit, int rounds,
                      const sink_t *sink)
{
    int other = first_bit(grid->candidates[cell] & ~(1u << digit));
    board_t peers = rate_tables.peer_board[cell];
    y_nodes_t close = {{peers & y[other].of[0], peers & y[other].of[1]}}, nodes = {{0, 0}};
    if (!(close.of[0] | close.of[1]))
        return false;
    nodes.of[digit > other] = board_bit(cell);
    y_nodes_t seen = nodes;
    for (int round = 1;; round++) {
        int complexity = 2 * round + 2;
        if (!sink_wants(sink, cycle_rating(Y_KIND, complexity), complexity, Y_KIND,
                        (uint32_t)(cell * 9 + digit) * 3) ||
            !advance_y(grid, y, &nodes, &seen))
            return false;
        if (round >= rounds && (nodes.of[0] & close.of[0] || nodes.of[1] & close.of[1]))
            return true;
    }
}

/* Further strong links than these are not counted. */
#define MOST_LINKS 16

/* The strong links that a cycle may have to be wanted; MOST_LINKS: any number. */
static int links_wanted(const sink_t *sink, int kind)
{
    int links = 2;
    while (links <= MOST_LINKS &&
           sink_wants(sink, cycle_rating(kind, 2 * links), 2 * links, kind, 0))
        links++;
    return links - 1;
}

/* Fill in the nodes that Y-chains reach from a node by up to `links` strong links: reach[k] by k,
 * and reach[MOST_LINKS] by any number. */
static void y_reach(const rate_grid_t *grid, const y_cells_t y, y_nodes_t from, int links,
                    y_nodes_t reach[MOST_LINKS + 1])
{
    y_nodes_t fresh = from;
    bool grows = true;
    for (int k = 0; k <= links || (links == MOST_LINKS && grows); k++) {
        reach[k < links ? k : links] = from;
        grows = grows && advance_y(grid, y, &fresh, &from);
    }
    if (links == MOST_LINKS)
        reach[links] = from;
}

/* Whether a digit can go: from a cell that sees it on in `cell` and off in one of the cells. */
static bool has_victim(const rate_grid_t *grid, int cell, int digit, board_t cells)
{
    board_t seen = rate_tables.peer_board[cell] & grid->cells[digit];
    for (; cells; cells &= cells - 1)
        if (rate_tables.peer_board[board_first(cells)] & seen)
            return true;
    return false;
}

/* Whether some Y-cycle of up to `links` strong links may remove something: two nodes that lead to
 * each other, with a digit on in one and off in the other, have it in a cell that sees both. Every
 * step back is a step of the contrapositive: what leads to a node are the cells that its cell with
 * the other digit on leads to, with their other digits. */
static bool y_removes(const rate_t *r, const y_cells_t y, int links)
{
    y_nodes_t there[MOST_LINKS + 1], back[MOST_LINKS + 1];
    for (board_t rest = r->bivalue; rest; rest &= rest - 1) {
        int cell = board_first(rest);
        int first = first_bit(r->grid.candidates[cell]),
            second = last_bit(r->grid.candidates[cell]);
        board_t low = 0, high = 0;
        y_reach(&r->grid, y, (y_nodes_t){{board_bit(cell), 0}}, links, there);
        y_reach(&r->grid, y, (y_nodes_t){{0, board_bit(cell)}}, links, back);
        for (int k = 0; k <= links; k++) {
            int others = links < MOST_LINKS ? links - k : links;
            low |= there[k].of[0] & back[others].of[1];
            high |= there[k].of[1] & back[others].of[0];
        }
        /* With the other digit on everything runs the other way round. */
        if (has_victim(&r->grid, cell, first, (low & y[first].of[1]) | (high & y[first].of[0])) ||
            has_victim(&r->grid, cell, second, (high & y[second].of[1]) | (low & y[second].of[0])))
            return true;
    }
    return false;
}

static void y_cycles(rate_t *r, int rounds, sink_t *sink)
{
    filter_t *filter = &r->chains->filter;
    y_cells_t y = {{{0, 0}}};
    bool any = false;
    if (!sink_wants(sink, cycle_rating(Y_KIND, 4), 4, Y_KIND, 0))
        return;
    for (board_t rest = r->bivalue; rest; rest &= rest - 1) {
        int cell = board_first(rest);
        y[first_bit(r->grid.candidates[cell])].of[0] |= board_bit(cell);
        y[last_bit(r->grid.candidates[cell])].of[1] |= board_bit(cell);
    }
    if (!y_removes(r, y, links_wanted(sink, Y_KIND)))
        return;
    for (board_t rest = r->bivalue; rest; rest &= rest - 1) {
        int cell = board_first(rest);
        for (unsigned own = r->grid.candidates[cell]; own; own &= own - 1) {
            int digit = first_bit(own);
            bool hope = y_returns(&r->grid, y, cell, digit, rounds, sink);
            filter->xy[cell * 9 + digit] = hope ? CYCLE : 0;
            any |= hope;
        }
    }
    filter->xy_rounds = rounds;
    if (any)
        paths_cycles(&r->chains->paths, &r->grid, Y_KIND, filter, sink);
}

static void xy_cycles(rate_t *r, int rounds, sink_t *sink)
{
    filter_t *filter = &r->chains->filter;
    const sets_t *s = &r->chains->sets;
    bool any = false;
    if (!sink_wants(sink, cycle_rating(XY_KIND, 4), 4, XY_KIND, 0))
        return;
    for (int i = 0; i < s->of.count; i++) {
        int round = rounds < 31 ? rounds : 31;
        if (!(s->returns[i] >> round & 1))
            round = round < 31 ? round + 1 : 31;
        int complexity = 2 * round + 2;
        bool hope = s->linked[i] && s->returns[i] >> round & 1 &&
                    (round == 31 || sink_wants(sink, cycle_rating(XY_KIND, complexity), complexity,
                                               XY_KIND, (uint32_t)s->of.candidate[i] * 3));
        filter->xy[s->of.candidate[i]] = hope ? CYCLE : 0;
        any |= hope;
    }
    filter->xy_rounds = rounds;
    if (any)
        paths_cycles(&r->chains->paths, &r->grid, XY_KIND, filter, sink);
}

/* All that X-chains reach from cells with the digit on, by up to `links` links or any number. */
static void x_reach(const sets_t *s, int digit, board_t cells, int links, board_t *reach)
{
    board_t fresh = cells;
    for (int k = 0; k <= links || (links == MOST_LINKS && fresh); k++) {
        reach[k < links ? k : links] = cells;
        board_t next = 0;
        for (; fresh; fresh &= fresh - 1)
            next |= s->x_next[digit][board_first(fresh)];
        fresh = next & ~cells;
        cells |= fresh;
    }
    if (links == MOST_LINKS)
        reach[links] = cells;
}

/* Whether some X-cycle of the digit, of up to `links` links, may remove something: an off-node of a
 * cycle is put off by what an on-node leads to, and leads to that, which is to say that the cell of
 * the on-node puts it on when it is off. */
static bool x_removes(const sets_t *s, const rate_grid_t *grid, int digit, int links)
{
    board_t there[MOST_LINKS + 1], back[MOST_LINKS + 1];
    for (board_t cells = s->x_linked[digit]; cells; cells &= cells - 1) {
        int cell = board_first(cells);
        board_t off = 0, both = 0, known = 0;
        x_reach(s, digit, board_bit(cell), links, there);
        x_reach(s, digit, s->x_strong[digit][cell], links, back);
        for (int k = 0; k <= links; k++) {
            /* The first link of the way back counts, too. */
            int left = links < MOST_LINKS ? links - k - 1 : links;
            for (board_t rest = there[k] & ~known; rest; rest &= rest - 1)
                off |= rate_tables.peer_board[board_first(rest)];
            known = there[k];
            both |= left >= 0 ? off & back[left] : 0;
        }
        if (has_victim(grid, cell, digit, both))
            return true;
    }
    return false;
}

/* Whether an X-cycle from the source can close in a round that counts. */
static bool x_returns(sets_t *s, int digit, int cell, int rounds, const sink_t *sink)
{
    board_t close = 0, frontier = s->x_next[digit][cell];
    for (board_t rest = s->x_strong[digit][cell]; rest; rest &= rest - 1)
        close |= rate_tables.peer_board[board_first(rest)];
    s->x_frontier[digit][cell] = frontier;
    s->x_reach[digit][cell] = frontier | board_bit(cell);
    for (int round = 1; frontier; round++, frontier = advance_x(s, digit, cell)) {
        int complexity = 2 * round + 2;
        if (!sink_wants(sink, cycle_rating(X_KIND, complexity), complexity, X_KIND,
                        (uint32_t)(cell * 9 + digit) * 3))
            return false;
        if (round >= rounds && frontier & close)
            return true;
    }
    return false;
}

/* Digits without change have no chains, so no cycles. Of the others forcing_x made the tables. */
static void x_cycles(rate_t *r, int rounds, sink_t *sink)
{
    filter_t *filter = &r->chains->filter;
    sets_t *s = &r->chains->sets;
    int links = links_wanted(sink, X_KIND);
    bool any = false;
    memset(filter->x, 0, sizeof filter->x);
    for (unsigned rest = (unsigned)r->changed[CHANGED_X_CHAIN]; rest; rest &= rest - 1) {
        int digit = first_bit(rest);
        board_t linked = s->x_linked[digit], hopes = 0;
        for (board_t cells = linked; cells; cells &= cells - 1)
            if (x_returns(s, digit, board_first(cells), rounds, sink))
                hopes |= board_bit(board_first(cells));
        if (!hopes || !x_removes(s, &r->grid, digit, links))
            continue;
        filter->x_rounds[digit] = rounds;
        for (; hopes; hopes &= hopes - 1)
            filter->x[board_first(hopes) * 9 + digit] = CYCLE;
        any = true;
    }
    if (any)
        paths_cycles(&r->chains->paths, &r->grid, X_KIND, filter, sink);
}

static void search_by_sets(rate_t *r, sink_t *sink)
{
    sets_t *s = &r->chains->sets;
    int x = forcing_x(r, s, sink);
    if (x)
        x_cycles(r, rounds_before(x), sink);
    bool found = sink->found;
    if (found)
        y_cycles(r, 1, sink);
    if (found && !sink_wants(sink, cycle_rating(XY_KIND, 4), 4, XY_KIND, 0))
        return;
    int xy = forcing_xy(s, &r->grid, sink);
    if (!found && !xy)
        return;
    if (!found)
        y_cycles(r, rounds_before(xy), sink);
    xy_cycles(r, rounds_before(xy), sink);
}

bool rate_static_chains(rate_t *r)
{
    sink_t *sink = &r->chains->sink;
    sink_begin(sink, false, r->bound);
    r->chains->sets.complete = false;
    if (uses(r, RATE_STATIC_BITS)) {
        search_by_sets(r, sink);
    } else {
        filter_nothing(&r->chains->filter);
        paths_all(&r->chains->paths, &r->grid, &r->chains->filter, sink);
    }
    r->no_memory |= sink->no_memory;
    if (!sink->found)
        return false;
    const hint_t *hint = &sink->hints[0];
    int kind = (int)(hint->key >> 32 & 7);
    if (hint->target >= 0)
        return rate_chain_step(r, chain_technique(kind, hint->complexity), hint);
    step_begin(r, cycle_technique(kind));
    r->step.rating = (int)(hint->key >> 54);
    r->step.complexity = hint->complexity;
    const removal_t *removal = &sink->removed[hint->removed];
    for (int cell = 0; cell < 81; cell++)
        step_remove(r, cell, removed_digits(removal, cell));
    return true;
}
