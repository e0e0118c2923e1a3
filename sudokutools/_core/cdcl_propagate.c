/* Propagation and its undoing; what may be counted when is told in cdcl_state.h. Learnt clauses
 * are watched by two literals (Matthew Moskewicz et al., "Chaff: engineering an efficient SAT
 * solver", DAC 2001). */
#include <stdlib.h>

#include "cdcl_state.h"

static int8_t is_true(const cdcl_t *s, int32_t variable)
{
    return s->value[2 * variable] > 0;
}

static bool conflict(cdcl_t *s, enum reason_kind kind, int32_t a, int32_t b)
{
    s->conflict = (conflict_t){kind, a, b};
    return false;
}

/* Count a false variable in its constraints; force what is left alone. False: conflict. */
static bool count_false(cdcl_t *s, int32_t variable)
{
    int32_t units[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        int32_t c = s->constraints_of[variable][i];
        tally_t *tally = &s->tally[c];
        tally->rest ^= variable;
        if (--tally->count == 1)
            units[count++] = c;
    }
    for (int i = 0; i < count; i++) {
        int32_t left = s->tally[units[i]].rest;
        if (s->value[2 * left] < 0)
            return conflict(s, BY_CONSTRAINT, units[i], 0);
        if (!s->value[2 * left])
            cdcl_enqueue(s, 2 * left, units[i] << 2 | BY_CONSTRAINT);
    }
    s->steps -= 4;
    return true;
}

/* Make all that shares a constraint with a true variable false. False: conflict. */
static bool exclude_others(cdcl_t *s, int32_t variable)
{
    int32_t reason = variable << 2 | BY_TRUE;
    for (int i = 0; i < 4; i++) {
        int32_t c = s->constraints_of[variable][i];
        if (s->tally[c].count == 1)
            continue;
        for (int32_t j = s->start[c]; j < s->end[c]; j++) {
            int32_t other = s->members[j];
            if (!s->value[2 * other])
                cdcl_enqueue(s, 2 * other + 1, reason);
            else if (is_true(s, other) && other != variable)
                return conflict(s, BY_TRUE, other, variable);
        }
        s->steps -= s->end[c] - s->start[c];
    }
    return true;
}

void cdcl_watch(cdcl_t *s, int32_t literal, int32_t clause, int32_t blocker)
{
    watches_t *watches = &s->watches[literal];
    if (watches->count == watches->capacity) {
        int32_t capacity = watches->capacity ? 2 * watches->capacity : 4;
        watch_t *items = realloc(watches->items, (size_t)capacity * sizeof *items);
        if (!items) {
            s->out_of_memory = true;
            return;
        }
        watches->items = items;
        watches->capacity = capacity;
    }
    watches->items[watches->count++] = (watch_t){clause, blocker};
}

/* Let a clause watch another literal in place of one that is now false, at index 0 or 1 of it.
 * Return that literal's place in the clause; 0: there is none that is not false. */
static int32_t find_watchable(const cdcl_t *s, const int32_t *literals)
{
    int32_t size = literals[CLAUSE_SIZE];
    for (int32_t k = 2; k < size; k++)
        if (s->value[literals[k]] >= 0)
            return k;
    return 0;
}

/* Visit the clauses that watch a literal which is now false. False: conflict. */
static bool visit_clauses(cdcl_t *s, int32_t literal)
{
    watches_t *watches = &s->watches[literal];
    watch_t *kept = watches->items, *next = kept, *end = kept + watches->count;
    bool clear = true;
    s->steps -= watches->count;
    while (clear && next < end) {
        watch_t watch = *next++;
        if (s->value[watch.blocker] > 0) {
            *kept++ = watch;
            continue;
        }
        int32_t *literals = s->arena.items + watch.clause;
        int32_t other = literals[0] ^ literals[1] ^ literal;
        if (s->value[other] > 0) {
            *kept++ = (watch_t){watch.clause, other};
            continue;
        }
        int32_t place = find_watchable(s, literals);
        int32_t found = literals[place];
        if (place && s->value[found] > 0) {
            *kept++ = (watch_t){watch.clause, found};
        } else if (place) {
            literals[0] = other;
            literals[1] = found;
            literals[place] = literal;
            cdcl_watch(s, found, watch.clause, other);
        } else {
            *kept++ = watch;
            literals[0] = other;
            literals[1] = literal;
            if (!s->value[other])
                cdcl_enqueue(s, other, watch.clause << 2 | BY_CLAUSE);
            else
                clear = conflict(s, BY_CLAUSE, watch.clause, 0);
        }
    }
    while (next < end)
        *kept++ = *next++;
    watches->count = (int32_t)(kept - watches->items);
    return clear;
}

enum propagation cdcl_propagate(cdcl_t *s)
{
    while (s->head < s->assigned) {
        if (s->steps <= 0)
            return UNFINISHED;
        int32_t literal = s->trail[s->head++], variable = literal >> 1;
        bool clear = literal & 1 ? count_false(s, variable) : exclude_others(s, variable);
        if (!clear || (s->watches[literal ^ 1].count && !visit_clauses(s, literal ^ 1)))
            return CONFLICTING;
    }
    return SETTLED;
}

void cdcl_open_level(cdcl_t *s)
{
    s->level_start[s->level++] = s->assigned;
}

void cdcl_backtrack(cdcl_t *s, int32_t level)
{
    if (s->level <= level)
        return;
    int32_t first = s->level_start[level];
    for (int32_t at = s->assigned - 1; at >= first; at--) {
        int32_t literal = s->trail[at], variable = literal >> 1;
        if (literal & 1 && at < s->head)
            for (int i = 0; i < 4; i++) {
                tally_t *tally = &s->tally[s->constraints_of[variable][i]];
                tally->count++;
                tally->rest ^= variable;
            }
        s->value[literal] = s->value[literal ^ 1] = 0;
        if (s->probing != PROBE_RUNNING)
            s->saved[variable] = !(literal & 1);
    }
    s->assigned = first;
    if (s->head > first)
        s->head = first;
    s->level = level;
}
