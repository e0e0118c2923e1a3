/* Clause learning on grids of up to 20 symbols, with the walk among partial solutions begun at any
 * time: grids that have a solution get one that keeps the rules and the clues, and another one when
 * that is forbidden; and learnt clauses hold in the grid that the clues are of, as long as that is
 * not forbidden. A walk of its own keeps its books, and its results keep the rules. */
#include "cdcl/state.h"
#include "generate/mix.h"
#include "grids.h"

enum { MOST_SLICES = 400, SLICE = 20000, MOST_SOLUTIONS = 4 };

static _Thread_local uint8_t known[400];     /* a solution */
static _Thread_local bool is_true[400 * 20]; /* of each variable, in that solution */
static _Thread_local bool is_known;          /* it is not forbidden */

/* Take a geometry and a grid of it, of which some cells are clues. */
static bool take_grid(input_t *input, cdcl_shape_t *shape, uint8_t *clues)
{
    static _Thread_local mix_t mix;
    shape->box_width = 1 + take_up_to(input, 5);
    shape->box_height = 1 + take_up_to(input, 5);
    if (shape->box_width * shape->box_height > 20)
        return false;
    shape->boxes_across = shape->box_height - take_up_to(input, shape->box_height - 1);
    shape->boxes_down = shape->box_width - take_up_to(input, shape->box_width - 1);
    uint64_t key[4] = {take(input, 4), 0, 0, 0};
    int emptied = take_byte(input);
    stream_t stream;
    stream_start(&stream, key, 0);
    mix_start(&mix, shape->box_width, shape->box_height, shape->boxes_across, shape->boxes_down);
    mix_construct(&mix, &stream);
    mix_cells(&mix, clues);
    memcpy(known, clues, sizeof known);
    for (int cell = 0; cell < mix.rows * mix.columns; cell++)
        if ((int)stream_below(&stream, 255) < emptied)
            clues[cell] = 0;
    return true;
}

/* Number the candidates that no clue takes away, as the search does. */
static void number_candidates(const cdcl_shape_t *shape, const uint8_t *clues)
{
    int n = shape->box_width * shape->box_height, variables = 0;
    int many = n * shape->boxes_across * shape->boxes_down;
    for (int cell = 0; cell < many; cell++) {
        bool is_open[21];
        memset(is_open, clues[cell] == 0, sizeof is_open);
        for (int other = 0; other < many; other++)
            if (share_house(cell, other, shape->box_width, shape->box_height, shape->boxes_across))
                is_open[clues[other]] = false;
        for (int symbol = 1; symbol <= n; symbol++)
            if (is_open[symbol])
                is_true[variables++] = known[cell] == symbol;
    }
    is_known = true;
}

/* Look at the clauses that are new in a trace. */
static void look_at_trace(const cdcl_t *search, size_t *seen)
{
    size_t end;
    const int32_t *trace = cdcl_trace(search, &end);
    while (*seen < end) {
        int size = -trace[(*seen)++];
        bool holds = size <= 0 || !is_known;
        for (int k = 0; !holds && k < size; k++)
            holds = is_true[trace[*seen + (size_t)k] >> 1] != (trace[*seen + (size_t)k] & 1);
        check(holds);
        *seen += size > 0 ? (size_t)size : 0;
    }
}

/* Look at the books of a walk: a holder holds all constraints of its variable, and uncovered
 * constraints need one and lack it. */
static void look_at_books(const cdcl_t *s)
{
    int uncovered = 0;
    for (int c = 0; c < s->constraints; c++) {
        bool needs = s->tally[c] < NEVER_UNIT * TALLY_ONE && s->place_of[c] >= 0;
        int variable = s->holder[c], at = s->uncovered_at[c], lists = 0;
        check((at >= 0) == (needs && variable < 0));
        check(at < 0 || s->uncovered[at] == c);
        uncovered += at >= 0;
        for (int k = 0; variable >= 0 && k < PLAIN_LISTS; k++) {
            check(s->holder[s->lists[PLAIN_LISTS * variable + k]] == variable);
            lists += s->lists[PLAIN_LISTS * variable + k] == c;
        }
        check(variable < 0 || (lists == 1 && !s->value[2 * variable]));
    }
    check(uncovered == s->uncovered_count);
}

/* Search until a walk is due, and walk in pieces. Return whether it came to its end. */
static bool walk_once(cdcl_t *s, int64_t conflicts, input_t *input)
{
    cdcl_walk_from(s, conflicts);
    for (int slices = 0; !s->walk_left && slices < 4 * MOST_SLICES; slices++)
        if (cdcl_run(s, 1) != SEARCH_PAUSED)
            break;
    bool walks = s->walk_left > 0;
    while (s->walk_left) {
        look_at_books(s);
        s->steps = 1 + (int64_t)take(input, 2);
        cdcl_walk(s);
    }
    return walks;
}

/* Walk before anything is learnt, and twice when something is. */
static void walk_alone(const cdcl_shape_t *shape, const uint8_t *clues, const uint64_t key[4],
                       input_t *input)
{
    static _Thread_local uint8_t cells[400];
    cdcl_t *s = cdcl_new(shape, clues, key, false);
    check(s != NULL);
    memcpy(cells, clues, sizeof cells);
    bool walks = walk_once(s, 0, input) && !s->uncovered_count;
    for (int turn = 1; turn < 3 && !walks; turn++)
        walks = walk_once(s, s->conflicts + 30, input) && !s->uncovered_count;
    for (int v = 0; walks && v < s->variables; v++)
        if (s->value[2 * v] > 0 || (!s->value[2 * v] && s->saved[v] > 0)) {
            check(!cells[s->cell_of[v]]);
            cells[s->cell_of[v]] = s->symbol_of[v];
        }
    check(!walks || keeps_rules(cells, shape->box_width, shape->box_height, shape->boxes_across,
                                shape->boxes_down));
    cdcl_free(s);
}

SUBJECT(walk)
{
    static _Thread_local uint8_t clues[400], cells[400], before[400];
    cdcl_shape_t shape;
    if (!take_grid(&input, &shape, clues))
        return;
    before[0] = 0; /* No solution was found yet. */
    int many = shape.box_width * shape.boxes_across * shape.box_height * shape.boxes_down;
    uint64_t key[4] = {take(&input, 2), 0, 0, 0};
    cdcl_t *search = cdcl_new(&shape, clues, key, true);
    size_t seen = 0;
    check(search != NULL);
    number_candidates(&shape, clues);
    cdcl_walk_from(search, take_byte(&input));
    for (int slices = 0, found = 0; slices < MOST_SLICES && found < MOST_SOLUTIONS; slices++) {
        search->next_reduction = search->conflicts; /* Clauses are dropped, and others moved. */
        int outcome = cdcl_run(search, take_byte(&input) ? SLICE : take_byte(&input));
        look_at_trace(search, &seen);
        if (outcome == SEARCH_PAUSED)
            continue;
        check(outcome == SEARCH_SOLUTION || (outcome == SEARCH_NONE && !is_known));
        if (outcome == SEARCH_NONE)
            break;
        cdcl_solution(search, cells);
        answer_bytes(cells, (size_t)many);
        check(keeps_rules(cells, shape.box_width, shape.box_height, shape.boxes_across,
                          shape.boxes_down));
        for (int cell = 0; cell < many; cell++)
            check(!clues[cell] || clues[cell] == cells[cell]);
        check(!found || memcmp(cells, before, (size_t)many) != 0);
        memcpy(before, cells, (size_t)many);
        is_known &= memcmp(cells, known, (size_t)many) != 0;
        check(cdcl_forbid(search, cells));
        cdcl_walk_from(search, take_byte(&input) - 1);
        found++;
    }
    cdcl_free(search);
    if (take_up_to(&input, 3) == 1)
        walk_alone(&shape, clues, key, &input);
}
