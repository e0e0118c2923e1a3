/* Propagation and its undoing; what may be counted when is told in cdcl/state.h. Learnt clauses
 * are watched by two literals (Matthew Moskewicz et al., "Chaff: engineering an efficient SAT
 * solver", DAC 2001). */
#include <stdlib.h>

#include "cdcl/state.h"

/* Leave a conflict; return false. */
static bool conflict(cdcl_t *s, reason_kind_t kind, int32_t a, int32_t b)
{
    s->conflict = (conflict_t){kind, a, b};
    return false;
}

/* Note the value of a literal that is on the trail. */
static inline void know(cdcl_t *s, int32_t literal, int32_t reason)
{
    int8_t *value = s->value;
    s->cause[literal >> 1] = (cause_t){s->level, reason};
    value[literal] = 1;
    value[literal ^ 1] = -1;
}

/* Act on a count that has got to 1 or 0. */
static void settle(cdcl_t *s, int32_t constraint, tally_t tally)
{
    int32_t literal = 2 * rest_in(tally);
    if (!count_in(tally)) {
        s->conflict = (conflict_t){BY_CONSTRAINT, constraint, 0};
    } else if (!s->value[literal]) {
        s->trail[s->assigned++] = literal;
        know(s, literal, constraint << 2 | BY_CONSTRAINT);
    }
}

/* Count a false variable in its constraints; force what is left alone, or leave a conflict. */
static inline void count_false(cdcl_t *s, int32_t variable)
{
    const uint16_t *of = s->constraints_of[variable];
    tally_t *tally = s->tally;
    for (int i = 0; i < 4; i++)
        tally[of[i]] = (tally[of[i]] ^ (tally_t)variable) - TALLY_ONE;
    for (int i = 0; i < 4; i++)
        if (tally[of[i]] < 2 * TALLY_ONE)
            settle(s, of[i], tally[of[i]]);
}

void cdcl_enqueue(cdcl_t *s, int32_t literal, int32_t reason)
{
    s->trail[s->assigned++] = literal;
    know(s, literal, reason);
    if (literal & 1)
        count_false(s, literal >> 1);
}

/* Write the false literals of the open members of a constraint to `found`, which has room for one
 * more, and return their number, or -1 if a second variable, left in `conflict`, is true. */
static int32_t find_open(cdcl_t *s, int32_t constraint, int32_t variable, int32_t *found)
{
    const int8_t *value = s->value;
    const int32_t *first = s->members + s->start[constraint];
    const int32_t *end = s->members + s->end[constraint];
    int32_t count = 0, trues = 0;
    for (const int32_t *member = first; member < end; member++) {
        int8_t known = value[2 * *member];
        found[count] = 2 * *member + 1;
        count += known == 0;
        trues += known > 0;
    }
    s->steps -= end - first;
    if (trues == 1)
        return count;
    while (value[2 * *first] <= 0 || *first == variable)
        first++;
    conflict(s, BY_TRUE, *first, variable);
    return -1;
}

/* Make all that shares a constraint with a true variable false. False: conflict. */
static bool exclude_others(cdcl_t *s, int32_t variable)
{
    const uint16_t *of = s->constraints_of[variable];
    int32_t reason = variable << 2 | BY_TRUE;
    for (int i = 0; i < 4; i++) {
        if (count_in(s->tally[of[i]]) == 1)
            continue;
        int32_t *literals = s->trail + s->assigned;
        int32_t count = find_open(s, of[i], variable, literals);
        if (count < 0)
            return false;
        s->assigned += count;
        for (int32_t k = 0; k < count; k++)
            know(s, literals[k], reason);
        s->conflict.kind = NO_CONFLICT;
        for (int32_t k = 0; k < count; k++)
            count_false(s, literals[k] >> 1);
        if (s->conflict.kind != NO_CONFLICT)
            return false;
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
    s->is_watched[literal] = 1;
}

/* Let a clause watch another literal in place of one that is now false, at index 0 or 1 of it.
 * Return that literal's place in the clause; 0: there is none that is not false. */
static int32_t find_watchable(const int8_t *value, const int32_t *literals)
{
    int32_t size = literals[CLAUSE_SIZE];
    for (int32_t k = 2; k < size; k++)
        if (value[literals[k]] >= 0)
            return k;
    return 0;
}

/* Visit the clauses that watch a literal which is now false. False: conflict. */
static bool visit_clauses(cdcl_t *s, int32_t literal)
{
    watches_t *watches = &s->watches[literal];
    watch_t *kept = watches->items, *next = kept, *end = kept + watches->count;
    const int8_t *value = s->value;
    int32_t *arena = s->arena.items;
    bool clear = true;
    s->steps -= watches->count;
    while (clear && next < end) {
        watch_t watch = *next++;
        if (value[watch.blocker] > 0) {
            *kept++ = watch;
            continue;
        }
        int32_t *literals = arena + watch.clause;
        int32_t other = literals[0] ^ literals[1] ^ literal;
        if (value[other] > 0) {
            *kept++ = (watch_t){watch.clause, other};
            continue;
        }
        int32_t place = find_watchable(value, literals);
        int32_t found = literals[place];
        if (place && value[found] > 0) {
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
            if (!value[other])
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

propagation_t cdcl_propagate(cdcl_t *s)
{
    while (s->head < s->assigned) {
        if (s->steps-- <= 0)
            return UNFINISHED;
        int32_t literal = s->trail[s->head++];
        if (!(literal & 1) && !exclude_others(s, literal >> 1))
            return CONFLICTING;
        if (s->is_watched[literal ^ 1] && !visit_clauses(s, literal ^ 1))
            return CONFLICTING;
    }
    return SETTLED;
}

void cdcl_open_level(cdcl_t *s) { s->level_start[s->level++] = s->assigned; }

/* Forget the value of a literal, and keep it as the phase of its variable. */
static inline void undo(cdcl_t *s, int32_t literal)
{
    int32_t variable = literal >> 1;
    int8_t *value = s->value;
    tally_t *tally = s->tally;
    const uint16_t *of = s->constraints_of[variable];
    for (int i = 0; literal & 1 && i < 4; i++)
        tally[of[i]] = (tally[of[i]] + TALLY_ONE) ^ (tally_t)variable;
    if (s->probing != PROBE_RUNNING)
        s->saved[variable] = !(literal & 1);
    value[literal] = value[literal ^ 1] = 0;
}

void cdcl_backtrack(cdcl_t *s, int32_t level)
{
    if (s->level <= level)
        return;
    int32_t first = s->level_start[level];
    for (int32_t at = first; at < s->assigned; at++)
        undo(s, s->trail[at]);
    s->assigned = first;
    if (s->head > first)
        s->head = first;
    s->level = level;
}
