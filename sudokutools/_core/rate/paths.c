/* Static chains and cycles by walking paths, one source after the other in the prescribed order.
 *
 * A path runs on, off, on, ...; a search is a queue of on-nodes, each with the on-node and the
 * off-node that it came through. Rounds: all on-nodes of one depth are expanded before those two
 * deeper.
 *
 *     cycle            on S -> off -> on -> ... -> off -> S again; one hint for every closing
 *     chain from on    on S -> ... -> off S: the candidate is removed
 *     chain from off   off S -> ... -> on S: the candidate is placed
 *
 * An off-node that adds no on-node and closes nothing is passed over: nothing would follow. */
#include "rate/chains.h"

#include <string.h>

typedef struct {
    paths_t *p;
    const rate_grid_t *grid;
    sink_t *sink;
    int kind;  /* The sweep. */
    bool x, y; /* off -> on by houses, by cells; on -> off by cells, too, if y. */
    int least; /* A cycle closes at this depth or deeper. */
    int source;
    int head, tail, depth;
} path_search_t;

/* Make the strong links of all candidates for a sweep; weak lists follow when they are needed. */
static void make_links(path_search_t *s)
{
    const rate_grid_t *grid = s->grid;
    for (board_t cells = grid->empty; cells; cells &= cells - 1) {
        int cell = board_first(cells);
        unsigned own = grid->candidates[cell];
        for (unsigned digits = own; digits; digits &= digits - 1) {
            int digit = first_bit(digits), candidate = cell * 9 + digit, count = 0;
            int16_t *strong = s->p->strong[candidate];
            int8_t *cause = s->p->cause[candidate];
            if (s->y && exactly_two(own)) {
                cause[count] = BY_CELL;
                strong[count++] = (int16_t)(cell * 9 + first_bit(own & ~(1u << digit)));
            }
            for (int type = 0; s->x && type < TYPES(cell); type++) {
                int house = rate_tables.house_of[cell][type];
                unsigned places = grid->places[digit][house];
                if (!exactly_two(places))
                    continue;
                int other = first_bit(places & ~(1u << rate_tables.position_of[cell][type]));
                cause[count] = (int8_t)(BY_HOUSE + house);
                strong[count++] = (int16_t)(rate_tables.house_cell[house][other] * 9 + digit);
            }
            s->p->strong_count[candidate] = (int8_t)count;
            s->p->weak_count[candidate] = -1;
        }
    }
}

static void make_weak(path_search_t *s, int candidate)
{
    int cell = candidate / 9, digit = candidate % 9, count = 0;
    int16_t *weak = s->p->weak[candidate];
    unsigned others = s->y ? s->grid->candidates[cell] & ~(1u << digit) : 0;
    for (; others; others &= others - 1)
        if (s->p->strong_count[cell * 9 + first_bit(others)])
            weak[count++] = (int16_t)(cell * 9 + first_bit(others));
    for (int i = 0; i < PEERS(cell); i++) {
        int peer = rate_tables.peers[cell][i];
        if (s->grid->candidates[peer] >> digit & 1 && s->p->strong_count[peer * 9 + digit])
            weak[count++] = (int16_t)(peer * 9 + digit);
    }
    s->p->weak_count[candidate] = (int8_t)count;
}

static void begin_path(path_search_t *s, int source)
{
    s->source = source;
    s->head = s->tail = s->depth = 0;
    if (++s->p->search == 0) {
        memset(s->p->seen, 0, sizeof s->p->seen);
        s->p->search = 1;
    }
}

static void add(path_search_t *s, int on, int parent, int off, int came)
{
    paths_t *p = s->p;
    p->seen[on] = p->search;
    p->on[s->tail] = (int16_t)on;
    p->parent[s->tail] = (int16_t)parent;
    p->off[s->tail] = (int16_t)off;
    p->came[s->tail++] = (int8_t)came;
}

static void add_cause(cause_t *cause, int on, int came)
{
    if (came == BY_CELL)
        cause->cells |= board_bit(on / 9);
    else if (came >= BY_HOUSE)
        cause->houses[on % 9] |= house_bit(came - BY_HOUSE);
}

static void add_path_causes(const path_search_t *s, hint_t *hint, int at)
{
    for (; at >= 0; at = s->p->parent[at])
        add_cause(&hint->cause, s->p->on[at], s->p->came[at]);
}

/* The removals of the cycle that goes from on-node `at` over `off` back to the source: a digit goes
 * from a cell outside the cycle that sees an on-node and an off-node of it. */
static bool cycle_removal(const path_search_t *s, int at, int off, removal_t *removal)
{
    board_t members = board_bit(off / 9), see_on[9] = {0}, see_off[9] = {0}, any = 0;
    see_off[off % 9] = rate_tables.peer_board[off / 9];
    for (; at >= 0; at = s->p->parent[at]) {
        int on = s->p->on[at], before = s->p->off[at];
        members |= board_bit(on / 9);
        see_on[on % 9] |= rate_tables.peer_board[on / 9];
        if (before >= 0) {
            members |= board_bit(before / 9);
            see_off[before % 9] |= rate_tables.peer_board[before / 9];
        }
    }
    for (int digit = 0; digit < 9; digit++) {
        removal->cells[digit] = see_on[digit] & see_off[digit] & ~members & s->grid->cells[digit];
        any |= removal->cells[digit];
    }
    return any != 0;
}

static void close_cycle(path_search_t *s, int at, int off, int came)
{
    int complexity = s->depth + 2;
    int rating = cycle_rating(s->kind, complexity);
    uint32_t order = (uint32_t)s->source * 3;
    removal_t removal;
    if (!sink_wants(s->sink, rating, complexity, s->kind, order) ||
        !cycle_removal(s, at, off, &removal))
        return;
    hint_t *hint = sink_take(s->sink, rating, complexity, s->kind, order);
    if (!hint)
        return;
    sink_remove(s->sink, hint, &removal);
    add_path_causes(s, hint, at);
    add_cause(&hint->cause, s->source, came);
}

/* Whether the off-node is among the ancestors of the on-node at `at`. */
static bool is_ancestor(const paths_t *p, int at, int off)
{
    for (; at > 0; at = p->parent[at])
        if (p->off[at] == off)
            return true;
    return false;
}

static void cycle_links(path_search_t *s, int off)
{
    paths_t *p = s->p;
    bool useful = false;
    for (int i = 0; i < p->strong_count[off]; i++) {
        int on = p->strong[off][i];
        useful |= p->seen[on] != p->search || (on == s->source && s->depth >= s->least);
    }
    if (!useful || is_ancestor(p, s->head, off))
        return;
    for (int i = 0; i < p->strong_count[off]; i++) {
        int on = p->strong[off][i];
        if (on == s->source && s->depth >= s->least)
            close_cycle(s, s->head, off, p->cause[off][i]);
        if (p->seen[on] != p->search)
            add(s, on, s->head, off, p->cause[off][i]);
    }
}

static void cycles_from(path_search_t *s, int source)
{
    paths_t *p = s->p;
    begin_path(s, source);
    add(s, source, -1, -1, BY_START);
    for (; s->head < s->tail; s->depth += 2) {
        /* A lower bound of the complexity of cycles that close from here on. */
        int complexity = s->depth + 2 < 4 ? 4 : s->depth + 2;
        if (!sink_wants(s->sink, cycle_rating(s->kind, complexity), complexity, s->kind,
                        (uint32_t)source * 3))
            return;
        for (int end = s->tail; s->head < end; s->head++) {
            int on = p->on[s->head];
            if (p->weak_count[on] < 0)
                make_weak(s, on);
            for (int i = 0; i < p->weak_count[on]; i++)
                cycle_links(s, p->weak[on][i]);
        }
    }
}

/* The source is proved on or off by the chain that ends in the on-node at `at`. */
static void prove_end(path_search_t *s, int at, bool on, int came)
{
    int complexity = s->depth + (on ? 3 : 2);
    hint_t *hint = sink_take(s->sink, static_rating(s->kind, complexity), complexity, s->kind,
                             (uint32_t)s->source * 3 + (on ? 2 : 1));
    if (!hint)
        return;
    hint->target = 2 * s->source + on;
    add_path_causes(s, hint, at);
    if (on)
        add_cause(&hint->cause, s->source, came);
}

/* Whether `on` puts the source off by a weak link. */
static bool refutes(const path_search_t *s, int on)
{
    if (on / 9 == s->source / 9)
        return s->y && on != s->source;
    return on % 9 == s->source % 9 &&
           (rate_tables.peer_board[on / 9] & board_bit(s->source / 9)) != 0;
}

static bool chain_links(path_search_t *s, int at, int off, bool from_on)
{
    const paths_t *p = s->p;
    for (int i = 0; i < p->strong_count[off]; i++) {
        int on = p->strong[off][i];
        if (!from_on && on == s->source) {
            prove_end(s, at, true, p->cause[off][i]);
            return true;
        }
        if (p->seen[on] != p->search)
            add(s, on, at, off, p->cause[off][i]);
    }
    return false;
}

static void chain_from(path_search_t *s, int source, bool from_on)
{
    paths_t *p = s->p;
    begin_path(s, source);
    if (from_on)
        add(s, source, -1, -1, BY_START);
    else
        chain_links(s, -1, source, from_on);
    for (s->depth = !from_on; s->head < s->tail; s->depth += 2)
        for (int end = s->tail; s->head < end; s->head++) {
            int on = p->on[s->head];
            if (from_on && s->depth > 0 && refutes(s, on)) {
                prove_end(s, s->head, false, BY_START);
                return;
            }
            if (p->weak_count[on] < 0)
                make_weak(s, on);
            for (int i = 0; i < p->weak_count[on]; i++)
                if (p->weak[on][i] != source && chain_links(s, s->head, p->weak[on][i], from_on))
                    return;
        }
}

/* Search one sweep; `wanted` are the flags of what to look for. */
static void sweep(paths_t *paths, const rate_grid_t *grid, int kind, int wanted,
                  const filter_t *filter, sink_t *sink)
{
    path_search_t s = {.p = paths,
                       .grid = grid,
                       .sink = sink,
                       .kind = kind,
                       .x = kind != Y_KIND,
                       .y = kind != X_KIND};
    make_links(&s);
    for (board_t cells = grid->empty; cells; cells &= cells - 1) {
        int cell = board_first(cells);
        unsigned own = grid->candidates[cell];
        if (kind == Y_KIND ? !exactly_two(own) : !(own & (own - 1)))
            continue;
        for (unsigned digits = own; digits; digits &= digits - 1) {
            int digit = first_bit(digits), source = cell * 9 + digit;
            int rounds = kind == X_KIND ? filter->x_rounds[digit] : filter->xy_rounds;
            int flags = wanted & (kind == X_KIND ? filter->x : filter->xy)[source];
            s.least = rounds > 1 ? 2 * rounds : 2;
            if (flags & CYCLE && paths->strong_count[source])
                cycles_from(&s, source);
            if (flags & FROM_ON)
                chain_from(&s, source, true);
            if (flags & FROM_OFF && paths->strong_count[source])
                chain_from(&s, source, false);
        }
    }
}

void paths_cycles(paths_t *paths, const rate_grid_t *grid, int kind, const filter_t *filter,
                  sink_t *sink)
{
    sweep(paths, grid, kind, CYCLE, filter, sink);
}

void paths_all(paths_t *paths, const rate_grid_t *grid, const filter_t *filter, sink_t *sink)
{
    if (filter->any_x)
        sweep(paths, grid, X_KIND, EVERYTHING, filter, sink);
    if (filter->any_y)
        sweep(paths, grid, Y_KIND, CYCLE, filter, sink);
    if (filter->any_xy)
        sweep(paths, grid, XY_KIND, EVERYTHING, filter, sink);
}
