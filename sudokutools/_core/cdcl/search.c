/* The search: probing, restarts, assumptions; its parts are in the files of this folder.
 *
 * Conflict-driven clause learning as in the literature, with what exact cover makes simpler: all
 * decisions are positive ("this cell holds this symbol"), for a negative one means little. Restarts
 * follow Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms", Information
 * Processing Letters 47, 1993. Each candidate is probed once: assumed, and removed if that is a
 * contradiction; early where there are many, for then the search is long, else only in a search
 * that has become long. No clock and no floating-point number has a part in any decision. */
#include <string.h>

#include "cdcl/state.h"

enum {
    RESTART_UNIT = 256, /* conflicts; half of it in puzzles with few variables */
    FEW_VARIABLES = 2500,
    REPHASE_UNIT = 1000,
    REDUCE_UNIT = 150,
    PROBE_AFTER = 200,    /* conflicts, in puzzles with few variables or very many */
    PROBE_AT_ONCE = 3200, /* variables */
    PROBE_LATE = 20000,   /* variables */
    SHORT = 3,            /* literals of a clause that other searches take */
};

static int64_t restart_unit(const cdcl_t *s)
{
    return s->variables < FEW_VARIABLES ? RESTART_UNIT / 2 : RESTART_UNIT;
}

void cdcl_schedule(cdcl_t *s)
{
    s->next_restart = restart_unit(s);
    s->next_rephase = REPHASE_UNIT;
    s->next_reduction = REDUCE_UNIT;
    s->patience = INT64_MAX;
}

/* The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., index from 1. */
static int64_t luby(int64_t index)
{
    int64_t power = 1;
    while (power - 1 < index)
        power *= 2;
    while (power - 1 != index) {
        power /= 2;
        if (index >= power)
            index -= power - 1;
    }
    return power / 2;
}

/* Drop false members from lists, settled constraints from the open ones. Only at level 0. */
static void compress(cdcl_t *s)
{
    int32_t opens = 0;
    if (s->compressed == s->assigned)
        return;
    s->compressed = s->assigned;
    for (int32_t i = 0; i < s->opens; i++) {
        int32_t c = s->open[i], end = s->start[c];
        if (count_in(s->tally[c]) == 1) {
            s->place_of[c] = -1;
            continue;
        }
        for (int32_t j = s->start[c]; j < s->end[c]; j++)
            if (s->value[2 * s->members[j]] >= 0)
                s->members[end++] = s->members[j];
        s->end[c] = end;
        s->open[opens++] = c;
        s->steps -= 1;
    }
    s->opens = opens;
    cdcl_order_constraints(s);
}

static void note(cdcl_t *s, int32_t size, int32_t *longest, int8_t *values)
{
    if (size <= *longest)
        return;
    *longest = size;
    for (int32_t at = 0; at < size; at++)
        values[s->trail[at] >> 1] = s->trail[at] & 1 ? -1 : 1;
}

/* Remember the values of the levels without a conflict if they are the longest so far. */
static void note_phases(cdcl_t *s)
{
    note(s, s->level_start[s->level - 1], &s->target_size, s->target);
    note(s, s->level_start[s->level - 1], &s->best_size, s->best);
}

static void write_clause(cdcl_t *s, vector_t *clauses)
{
    cdcl_append(s, clauses, -s->size);
    for (int32_t i = 0; i < s->size; i++)
        cdcl_append(s, clauses, s->clause[i]);
}

/* Assert the first literal of `clause` at the highest level where all others are false. */
static void assert_clause(cdcl_t *s)
{
    if (s->size == 1) {
        cdcl_backtrack(s, 0);
        cdcl_enqueue(s, s->clause[0], NO_REASON);
        return;
    }
    cdcl_backtrack(s, s->cause[s->clause[1] >> 1].level);
    int32_t place = cdcl_store(s);
    cdcl_enqueue(s, s->clause[0], place << 2 | BY_CLAUSE);
}

static void resolve_conflict(cdcl_t *s)
{
    if (s->level == 0) {
        s->consistent = false;
    } else if (s->probing == PROBE_RUNNING) {
        int32_t failed = s->trail[s->level_start[0]];
        cdcl_backtrack(s, 0);
        cdcl_enqueue(s, failed ^ 1, NO_REASON);
    } else if (s->assumed && s->level == 1) {
        s->conflicts++;
        cdcl_analyze_final(s, -1);
        s->refuted = true;
    } else {
        s->conflicts++;
        note_phases(s);
        cdcl_analyze(s);
        if (s->traced)
            write_clause(s, &s->trace);
        if (s->size <= SHORT)
            write_clause(s, &s->short_clauses);
        assert_clause(s);
    }
}

/* Note which variables are true in a probe without a conflict. Their consequences are forced here,
 * too, so that a probe of them would have no conflict either. */
static void pass_probe(cdcl_t *s)
{
    for (int32_t at = s->level_start[0]; at < s->assigned; at++)
        s->passed[s->trail[at] >> 1] |= !(s->trail[at] & 1);
    cdcl_backtrack(s, 0);
}

/* Assume the next open candidate, at level 0; a conflict will remove it. */
static void probe_next(cdcl_t *s)
{
    if (s->level)
        pass_probe(s);
    while (s->probe < s->variables && (s->value[2 * s->probe] || s->passed[s->probe]))
        s->probe++;
    if (s->probe == s->variables) {
        s->probing = PROBE_DONE;
        return;
    }
    cdcl_open_level(s);
    cdcl_enqueue(s, 2 * s->probe++, NO_REASON);
}

static bool is_probing_due(const cdcl_t *s)
{
    bool at_once = s->variables >= PROBE_AT_ONCE && s->variables < PROBE_LATE;
    return s->probing == PROBE_LATER && !s->assumed && (at_once || s->conflicts >= PROBE_AFTER);
}

/* Start from other phases: the best ones, all true, the best, all false, the best, random. */
static void rephase(cdcl_t *s)
{
    int32_t kind = (int32_t)(++s->rephases % 6);
    s->next_rephase = s->conflicts + REPHASE_UNIT * s->rephases;
    for (int32_t v = 0; v < s->variables; v++) {
        if (kind % 2 == 0)
            s->saved[v] = kind == 2 || (kind == 0 && stream_next(&s->stream) & 1);
        else if (s->best[v])
            s->saved[v] = s->best[v] > 0;
    }
    memset(s->target, 0, (size_t)s->variables);
    s->best_size = 0;
}

static void restart(cdcl_t *s)
{
    s->next_restart = s->conflicts + restart_unit(s) * luby(++s->restarts + 1);
    cdcl_backtrack(s, s->assumed ? 1 : 0);
    s->target_size = 0;
    if (s->conflicts >= s->next_rephase)
        rephase(s);
}

static bool is_assuming(const cdcl_t *s)
{
    return s->assumed && (s->level == 0 || (s->level == 1 && s->next_assumption < s->assumed));
}

/* Put the next open assumption on level 1; one that is known to be false refutes them. Each is
 * made after the consequences of those before it, so that one which follows from others has a
 * reason and stays out of the core. */
static void assume_next(cdcl_t *s)
{
    if (s->level == 0) {
        cdcl_open_level(s);
        s->next_assumption = 0;
    }
    while (s->next_assumption < s->assumed) {
        int32_t literal = s->assumptions[s->next_assumption++];
        if (s->value[literal] < 0) {
            cdcl_analyze_final(s, literal);
            s->refuted = true;
            return;
        }
        if (!s->value[literal]) {
            cdcl_enqueue(s, literal, NO_REASON);
            return;
        }
    }
}

static void decide(cdcl_t *s)
{
    int32_t literal = 2 * cdcl_choose(s);
    if (s->traced)
        cdcl_append(s, &s->trace, literal);
    cdcl_open_level(s);
    cdcl_enqueue(s, literal, NO_REASON);
}

static void advance(cdcl_t *s)
{
    if (s->probing == PROBE_RUNNING) {
        probe_next(s);
        return;
    }
    if (s->level == 0)
        compress(s);
    if (is_probing_due(s)) {
        cdcl_backtrack(s, 0);
        s->probing = PROBE_RUNNING;
    } else if (s->level == 0 && cdcl_is_walk_due(s)) {
        cdcl_walk(s);
    } else if (is_assuming(s)) {
        assume_next(s);
    } else if (s->conflicts >= s->next_restart) {
        restart(s);
    } else {
        if (s->conflicts >= s->next_reduction) {
            cdcl_reduce(s);
            s->next_reduction = s->conflicts + REDUCE_UNIT * (++s->reductions + 1);
        }
        decide(s);
    }
}

static bool is_solved(const cdcl_t *s)
{
    return s->assigned == s->variables && s->probing != PROBE_RUNNING && !is_assuming(s);
}

int cdcl_run(cdcl_t *s, int64_t steps)
{
    s->steps = steps < 0 ? 0 : steps; /* Less than none could not be counted down. */
    for (;;) {
        if (s->out_of_memory)
            return WORK_NO_MEMORY;
        if (!s->consistent || s->refuted)
            return SEARCH_NONE;
        propagation_t outcome = cdcl_propagate(s);
        if (outcome == CONFLICTING)
            resolve_conflict(s);
        else if (outcome == UNFINISHED || s->steps <= 0)
            return SEARCH_PAUSED;
        else if (is_solved(s)) {
            cdcl_end_walks(s);
            return SEARCH_SOLUTION;
        } else if (s->conflicts >= s->patience)
            return SEARCH_PAUSED;
        else
            advance(s);
    }
}
