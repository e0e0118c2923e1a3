/* Clause learning on any model that bind/cdcl.c lets through, and on plain grids: whatever is asked
 * in between (assumed, fixed, forbidden, learnt from another search), a search finds a solution
 * where an enumeration of all assignments has one, learnt clauses hold in all that are left, its
 * cores are reasons, nothing is decided after its patience, and where it pauses has no influence on
 * its trace. */
#include "cdcl/cdcl.h"
#include "grids.h"

enum {
    MOST_CELLS = 16,
    SYMBOLS = 4,
    MOST_VARIABLES = 10, /* of a model */
    MOST_LISTS = 8,
    MOST_CLAUSES = 6,
    MOST_LITERALS = 4,
    MOST_NUMBERS = 400,
    MOST_ASSIGNMENTS = 1024,
    MOST_STEPS = 300,
    MOST_OPERATIONS = 40,
    LONG_SLICE = 5000
};

/* What an assignment makes true: candidates as bits 4 * cell + symbol - 1, and variables. */
typedef struct {
    uint64_t candidates, variables;
} assignment_t;

static _Thread_local cdcl_shape_t shape;
static _Thread_local int n, cells, variables;
static _Thread_local uint8_t givens[MOST_CELLS];
static _Thread_local int32_t model[MOST_NUMBERS];
static _Thread_local size_t length;                        /* of the model; 0: the grid is plain */
static _Thread_local int8_t variable_of[64];               /* of a candidate as a bit, or -1 */
static _Thread_local assignment_t alive[MOST_ASSIGNMENTS]; /* not excluded so far */
static _Thread_local int count;
static _Thread_local uint64_t assumed, constrained;
static _Thread_local size_t seen[2];   /* of the trace of each search */
static _Thread_local int64_t patience; /* of the first one */

static int bit_of(int cell, int symbol) { return SYMBOLS * cell + symbol - 1; }

static bool take_shape(input_t *input)
{
    shape.box_width = 1 + take_up_to(input, 3);
    shape.box_height = 1 + take_up_to(input, 3);
    n = shape.box_width * shape.box_height;
    shape.boxes_across = 1 + take_up_to(input, shape.box_height - 1);
    shape.boxes_down = 1 + take_up_to(input, shape.box_width - 1);
    cells = n * shape.boxes_across * shape.boxes_down;
    return n <= SYMBOLS && cells <= MOST_CELLS;
}

/* Take symbols of cells; most are 0. */
static void take_cells(input_t *input, uint8_t *to)
{
    uint32_t filled = (uint32_t)take(input, 2);
    for (int cell = 0; cell < cells; cell++)
        to[cell] = filled >> cell & 1 ? (uint8_t)(1 + take_up_to(input, n - 1)) : 0;
}

static bool can_hold(const uint8_t *grid, int cell, int symbol)
{
    for (int other = 0; other < cells; other++)
        if (other != cell && grid[other] == symbol &&
            share_house(cell, other, shape.box_width, shape.box_height, shape.boxes_across))
            return false;
    return true;
}

/* Note the solutions of a plain grid from a cell on. */
static void fill_from(uint8_t *grid, int cell)
{
    if (cell < cells && givens[cell]) {
        if (can_hold(grid, cell, givens[cell]))
            fill_from(grid, cell + 1);
        return;
    }
    if (cell == cells) {
        assignment_t *to = &alive[count++];
        *to = (assignment_t){0, 0};
        check(count < MOST_ASSIGNMENTS);
        for (int at = 0; at < cells; at++) {
            int bit = bit_of(at, grid[at]);
            if (!givens[at]) {
                to->candidates |= UINT64_C(1) << bit;
                to->variables |= UINT64_C(1) << variable_of[bit];
            }
        }
        return;
    }
    for (int symbol = 1; symbol <= n; symbol++)
        if (can_hold(grid, cell, symbol)) {
            grid[cell] = (uint8_t)symbol;
            fill_from(grid, cell + 1);
        }
    grid[cell] = 0;
}

/* Number the candidates that no clue takes away, and enumerate. */
static void take_plain(void)
{
    uint8_t grid[MOST_CELLS];
    memcpy(grid, givens, sizeof grid);
    for (int cell = 0; cell < cells; cell++)
        for (int symbol = 1; symbol <= n; symbol++)
            if (!givens[cell] && can_hold(givens, cell, symbol))
                variable_of[bit_of(cell, symbol)] = (int8_t)variables++;
    fill_from(grid, 0);
}

/* Write the numbers of a set as a list. */
static int32_t *put_list(int32_t *to, uint64_t set)
{
    *to++ = __builtin_popcountll(set);
    for (; set; set &= set - 1)
        *to++ = __builtin_ctzll(set);
    return to;
}

/* Keep the assignments with exactly one of a list. */
static void keep_exact(uint64_t list)
{
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (__builtin_popcountll(alive[k].variables & list) == 1)
            alive[kept++] = alive[k];
    count = kept;
    constrained |= list;
}

/* Keep those in which a variable is false, or all of a set are. */
static void keep_apart(int variable, uint64_t set)
{
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (!(alive[k].variables >> variable & 1) || !(alive[k].variables & set))
            alive[kept++] = alive[k];
    count = kept;
}

static bool satisfies(uint64_t truth, const int32_t *literals, int size)
{
    for (int k = 0; k < size; k++)
        if ((truth >> (literals[k] >> 1) & 1) != (uint64_t)(literals[k] & 1))
            return true;
    return false;
}

static void keep_clause(const int32_t *literals, int size)
{
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (satisfies(alive[k].variables, literals, size))
            alive[kept++] = alive[k];
    count = kept;
}

/* Take the candidates of a model, ascending: its first variables. */
static int take_candidates(input_t *input, int32_t **to)
{
    int candidates = 0;
    uint64_t chosen = take(input, 8);
    for (int cell = 0; cell < cells; cell++)
        for (int symbol = 1; symbol <= n && candidates < variables; symbol++)
            if (!givens[cell] && chosen >> bit_of(cell, symbol) & 1) {
                variable_of[bit_of(cell, symbol)] = (int8_t)candidates++;
                *(*to)++ = cell;
                *(*to)++ = symbol;
            }
    return candidates;
}

static void enumerate(void)
{
    for (uint64_t truth = 0; truth < UINT64_C(1) << variables; truth++) {
        alive[count] = (assignment_t){0, truth};
        for (int bit = 0; bit < 64; bit++)
            if (variable_of[bit] >= 0 && truth >> variable_of[bit] & 1)
                alive[count].candidates |= UINT64_C(1) << bit;
        count++;
    }
}

static int32_t *take_clause(input_t *input, int32_t *to, int *size)
{
    *size = 1 + take_up_to(input, (variables < MOST_LITERALS ? variables : MOST_LITERALS) - 1);
    for (int k = 0; k < *size; k++)
        *to++ = take_up_to(input, 2 * variables - 1);
    return to;
}

static void take_model(input_t *input)
{
    int32_t *to = model + 4;
    variables = 1 + take_up_to(input, MOST_VARIABLES - 1);
    model[1] = variables;
    model[0] = take_candidates(input, &to);
    model[2] = take_up_to(input, MOST_LISTS);
    model[3] = take_up_to(input, MOST_CLAUSES);
    enumerate();
    uint64_t all = (UINT64_C(1) << variables) - 1;
    for (int k = 0; k < model[2]; k++) {
        uint64_t list = take(input, 2) & all;
        to = put_list(to, list);
        keep_exact(list);
    }
    for (int v = 0; v < variables; v++) {
        uint64_t set = take(input, 2) & take(input, 2) & all & ~(UINT64_C(1) << v);
        to = put_list(to, set);
        keep_apart(v, set);
    }
    for (int k = 0, size; k < model[3]; k++) {
        int32_t *literals = to + 1;
        to = take_clause(input, literals, &size);
        literals[-1] = size;
        keep_clause(literals, size);
    }
    if (constrained != all)
        count = 0; /* Variables in no list cannot be decided: unsolvable. */
    length = (size_t)(to - model);
    check(cdcl_is_model(n, cells, givens, model, length));
}

static cdcl_t *new_search(const uint64_t *key)
{
    cdcl_t *search = length ? cdcl_new_model(n, cells, givens, model, length, key, true)
                            : cdcl_new(&shape, givens, key, true);
    check(search != NULL);
    return search;
}

/* Return the symbols of cells as candidates; false if one is not a candidate. */
static bool candidates_of(const uint8_t *grid, uint64_t *candidates)
{
    *candidates = 0;
    for (int cell = 0; cell < cells; cell++) {
        if (!grid[cell] || grid[cell] == givens[cell])
            continue;
        if (givens[cell] || variable_of[bit_of(cell, grid[cell])] < 0)
            return false;
        *candidates |= UINT64_C(1) << bit_of(cell, grid[cell]);
    }
    return true;
}

/* Look at the new part of a trace: clauses hold in all assignments that are alive. */
static void look_at_trace(cdcl_t *searches[2], int which, bool may_decide)
{
    size_t end, *at = &seen[which];
    const int32_t *trace = cdcl_trace(searches[which], &end);
    while (*at < end) {
        int size = -trace[(*at)++];
        check(size > 0 || may_decide);
        for (int k = 0; size > 0 && k < count; k++)
            check(satisfies(alive[k].variables, trace + *at, size));
        *at += size > 0 ? (size_t)size : 0;
    }
}

/* Run to an end, in slices. */
static int finish(cdcl_t *searches[2], int which, int64_t steps)
{
    cdcl_t *search = searches[which];
    int outcome = cdcl_run(search, INT64_MIN);
    look_at_trace(searches, which, true);
    for (int slices = 0; outcome == SEARCH_PAUSED; slices++) {
        bool may_decide = which || cdcl_conflicts(search) < patience;
        outcome = cdcl_run(search, steps);
        look_at_trace(searches, which, may_decide);
        if (slices == MOST_STEPS) { /* Small slices would finish, but impatience would never end. */
            cdcl_be_patient(search, INT64_MAX);
            patience = which ? patience : INT64_MAX;
            steps = LONG_SLICE;
        }
    }
    return outcome;
}

/* Return whether an assignment shows these cells: of two candidates of a cell the last one. */
static bool shows(const assignment_t *assignment, const uint8_t *grid)
{
    for (int cell = 0; cell < cells; cell++) {
        int symbol = givens[cell];
        for (int other = 1; other <= n; other++)
            if (assignment->candidates >> bit_of(cell, other) & 1)
                symbol = other;
        if (grid[cell] != symbol)
            return false;
    }
    return true;
}

static void check_core(cdcl_t *search)
{
    uint8_t grid[MOST_CELLS];
    uint64_t core;
    cdcl_core(search, grid);
    check(candidates_of(grid, &core));
    check(!(core & ~assumed));
    for (int k = 0; k < count; k++)
        check((alive[k].candidates & core) != core);
}

/* Run both searches, and compare their findings with the assignments left alive. */
static int look(cdcl_t *searches[2], int64_t steps, uint8_t *grid)
{
    uint8_t other[MOST_CELLS];
    int expected = SEARCH_NONE, found = 0;
    for (int k = 0; k < count; k++)
        if ((alive[k].candidates & assumed) == assumed)
            expected = SEARCH_SOLUTION;
    check(finish(searches, 0, steps) == expected);
    check(finish(searches, 1, INT64_MAX) == expected);
    if (expected == SEARCH_NONE) {
        check_core(searches[0]);
        return expected;
    }
    cdcl_solution(searches[0], grid);
    cdcl_solution(searches[1], other);
    check(memcmp(grid, other, (size_t)cells) == 0);
    for (int k = 0; k < count; k++)
        found |= (alive[k].candidates & assumed) == assumed && shows(&alive[k], grid);
    check(found);
    return expected;
}

/* Exclude, fix or assume what some cells hold. */
static void change(cdcl_t *searches[2], int operation, const uint8_t *grid)
{
    uint64_t candidates;
    bool are = candidates_of(grid, &candidates);
    int kept = 0;
    if (operation == 0 && !are)
        candidates = UINT64_MAX; /* No assignment has it. */
    for (int k = 0; k < count; k++) {
        bool agrees = (alive[k].candidates & candidates) == candidates;
        if (operation == 2 ? are : operation == 1 ? are && agrees : !agrees)
            alive[kept++] = alive[k];
    }
    count = kept;
    assumed = operation == 2 ? candidates : assumed;
    for (int k = 0; k < 2; k++)
        if (operation == 0)
            check(cdcl_forbid(searches[k], grid));
        else if (operation == 1)
            cdcl_fix(searches[k], grid);
        else
            cdcl_assume(searches[k], grid, NULL, cells);
}

/* Learn any clauses, or clauses of another search that knows the problem only. */
static void learn(input_t *input, cdcl_t *searches[2], cdcl_t *teller)
{
    int32_t clause[1 + MOST_LITERALS];
    int size;
    if (take_up_to(input, 1) && variables) {
        take_clause(input, clause + 1, &size);
        clause[0] = -size;
        keep_clause(clause + 1, size);
        for (int k = 0; k < 2; k++) {
            check(cdcl_are_clauses(searches[k], clause, (size_t)size + 1));
            check(cdcl_learn(searches[k], clause, (size_t)size + 1));
        }
        return;
    }
    size_t told = 0;
    cdcl_run(teller, take_byte(input));
    const int32_t *clauses = cdcl_short(teller, &told);
    for (int k = 0; k < 2; k++) {
        check(cdcl_are_clauses(searches[k], clauses, told));
        check(cdcl_learn(searches[k], clauses, told));
    }
    cdcl_forget_short(teller);
}

static void work(input_t *input)
{
    uint64_t key[4] = {take(input, 2), 1, 2, 3};
    uint8_t grid[MOST_CELLS];
    const uint64_t other_key[4] = {take(input, 1), 5, 6, 7};
    cdcl_t *searches[2] = {new_search(key[0] ? key : NULL), new_search(key[0] ? key : NULL)};
    cdcl_t *teller = new_search(other_key);
    seen[0] = seen[1] = 0;
    patience = INT64_MAX;
    cdcl_walk_from(searches[0], (int64_t)key[0] - 1);
    cdcl_walk_from(searches[1], (int64_t)key[0] - 1);
    for (int done = 0; input->size && done < MOST_OPERATIONS; done++) {
        int operation = take_up_to(input, 4);
        if (operation < 3) {
            take_cells(input, grid);
            change(searches, operation, grid);
        } else if (operation == 3) {
            learn(input, searches, teller);
        } else {
            patience = take_byte(input) - 1;
            cdcl_be_patient(searches[0], patience);
        }
        if (look(searches, take_byte(input), grid) == SEARCH_SOLUTION && take_up_to(input, 1))
            change(searches, 0, grid);
    }
    while (look(searches, LONG_SLICE, grid) == SEARCH_SOLUTION && count > MOST_OPERATIONS)
        change(searches, 0, grid);
    size_t lengths[2];
    const int32_t *one = cdcl_trace(searches[0], &lengths[0]);
    const int32_t *other = cdcl_trace(searches[1], &lengths[1]);
    check(lengths[0] == lengths[1] && cdcl_conflicts(searches[0]) == cdcl_conflicts(searches[1]));
    for (size_t k = 0; k < lengths[0]; k++)
        answer((uint64_t)(int64_t)one[k]);
    check(!lengths[0] || memcmp(one, other, lengths[0] * sizeof *one) == 0);
    cdcl_free(searches[0]);
    cdcl_free(searches[1]);
    cdcl_free(teller);
}

/* Numbers of any bytes: if they are taken for a model, the search ends or pauses. */
static void take_any(input_t *input)
{
    int32_t *to = model;
    while (input->size && to < model + MOST_NUMBERS)
        *to++ = (int32_t)take(input, *input->data >= 0xfe ? 4 : 1);
    length = (size_t)(to - model);
    if (!cdcl_is_model(n, cells, givens, model, length))
        return;
    cdcl_t *search = new_search(NULL);
    cdcl_run(search, LONG_SLICE);
    cdcl_free(search);
}

SUBJECT(cdcl)
{
    int kind = take_up_to(&input, 3);
    memset(variable_of, -1, sizeof variable_of);
    variables = count = 0;
    length = 0;
    assumed = constrained = 0;
    if (!take_shape(&input))
        return;
    take_cells(&input, givens);
    if (kind == 3) {
        take_any(&input);
        return;
    }
    if (kind == 0)
        take_plain();
    else
        take_model(&input);
    work(&input);
}
