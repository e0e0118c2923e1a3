/* Propagation and its undoing; see cdcl/state.h for what may be counted when. Learnt clauses
 * are watched by two literals (Matthew Moskewicz et al., "Chaff: engineering an efficient SAT
 * solver", DAC 2001). */
#include <stdlib.h>

#include "cdcl/state.h"

/* The busiest loops are compiled twice, for plain grids with their four lists a variable. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

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

ALWAYS_INLINE const uint16_t *lists_of(const cdcl_t *s, int32_t variable, bool plain, int *count)
{
    if (plain) {
        *count = PLAIN_LISTS;
        return s->lists + PLAIN_LISTS * variable;
    }
    *count = s->first_list[variable + 1] - s->first_list[variable];
    return s->lists + s->first_list[variable];
}

/* Count a false variable in its constraints; force a last one left, or leave a conflict. */
ALWAYS_INLINE void count_false(cdcl_t *s, int32_t variable, bool plain)
{
    int count;
    const uint16_t *of = lists_of(s, variable, plain, &count);
    tally_t *tally = s->tally;
    for (int i = 0; i < count; i++)
        tally[of[i]] = (tally[of[i]] ^ (tally_t)variable) - TALLY_ONE;
    for (int i = 0; i < count; i++)
        if (tally[of[i]] < 2 * TALLY_ONE)
            settle(s, of[i], tally[of[i]]);
}

ALWAYS_INLINE void enqueue(cdcl_t *s, int32_t literal, int32_t reason, bool plain)
{
    s->trail[s->assigned++] = literal;
    know(s, literal, reason);
    if (literal & 1)
        count_false(s, literal >> 1, plain);
}

void cdcl_enqueue(cdcl_t *s, int32_t literal, int32_t reason)
{
    if (s->is_plain)
        enqueue(s, literal, reason, true);
    else
        enqueue(s, literal, reason, false);
}

/* Write the false literals of the open ones among variables to `found`, which has room for one
 * more, and return their number, or -1 if more than one variable is true (`own` counts one that is
 * among them), which leaves a conflict. */
ALWAYS_INLINE int32_t find_open(cdcl_t *s, const int32_t *first, const int32_t *end,
                                int32_t variable, int32_t own, int32_t *found)
{
    const int8_t *value = s->value;
    int32_t count = 0, trues = 1 - own;
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

/* Make variables false that a true one excludes. False: conflict. */
ALWAYS_INLINE bool exclude(cdcl_t *s, const int32_t *first, const int32_t *end, int32_t variable,
                           int32_t own, bool plain)
{
    int32_t *literals = s->trail + s->assigned;
    int32_t count = find_open(s, first, end, variable, own, literals);
    if (count < 0)
        return false;
    s->assigned += count;
    for (int32_t k = 0; k < count; k++)
        know(s, literals[k], variable << 2 | BY_TRUE);
    s->conflict.kind = NO_CONFLICT;
    for (int32_t k = 0; k < count; k++)
        count_false(s, literals[k] >> 1, plain);
    return s->conflict.kind == NO_CONFLICT;
}

/* Make false what shares a constraint with a true variable, or it excludes; false: conflict. */
ALWAYS_INLINE bool exclude_others(cdcl_t *s, int32_t variable, bool plain)
{
    int lists;
    const uint16_t *of = lists_of(s, variable, plain, &lists);
    for (int i = 0; i < lists; i++)
        if (count_in(s->tally[of[i]]) != 1 &&
            !exclude(s, s->members + s->start[of[i]], s->members + s->end[of[i]], variable, 1,
                     plain))
            return false;
    if (plain)
        return true;
    return exclude(s, s->excluded + s->first_excluded[variable],
                   s->excluded + s->first_excluded[variable + 1], variable, 0, plain);
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
 * Return that literal's place in the clause; 0: all are false. */
static int32_t find_watchable(const int8_t *value, const int32_t *literals)
{
    int32_t size = literals[CLAUSE_SIZE];
    for (int32_t k = 2; k < size; k++)
        if (value[literals[k]] >= 0)
            return k;
    return 0;
}

/* Visit the clauses that watch a literal which is now false. False: conflict. */
ALWAYS_INLINE bool visit_clauses(cdcl_t *s, int32_t literal, bool plain)
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
                enqueue(s, other, watch.clause << 2 | BY_CLAUSE, plain);
            else
                clear = conflict(s, BY_CLAUSE, watch.clause, 0);
        }
    }
    while (next < end)
        *kept++ = *next++;
    watches->count = (int32_t)(kept - watches->items);
    return clear;
}

ALWAYS_INLINE propagation_t propagate(cdcl_t *s, bool plain)
{
    while (s->head < s->assigned) {
        if (s->steps-- <= 0)
            return UNFINISHED;
        int32_t literal = s->trail[s->head++];
        if (!(literal & 1) && !exclude_others(s, literal >> 1, plain))
            return CONFLICTING;
        if (s->is_watched[literal ^ 1] && !visit_clauses(s, literal ^ 1, plain))
            return CONFLICTING;
    }
    return SETTLED;
}

propagation_t cdcl_propagate(cdcl_t *s)
{
    return s->is_plain ? propagate(s, true) : propagate(s, false);
}

void cdcl_open_level(cdcl_t *s) { s->level_start[s->level++] = s->assigned; }

/* Forget the value of a literal, and keep it as the phase of its variable. */
ALWAYS_INLINE void undo(cdcl_t *s, int32_t literal, bool plain)
{
    int32_t variable = literal >> 1;
    int8_t *value = s->value;
    tally_t *tally = s->tally;
    int lists;
    const uint16_t *of = lists_of(s, variable, plain, &lists);
    for (int i = 0; literal & 1 && i < lists; i++)
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
    if (s->is_plain)
        for (int32_t at = first; at < s->assigned; at++)
            undo(s, s->trail[at], true);
    else
        for (int32_t at = first; at < s->assigned; at++)
            undo(s, s->trail[at], false);
    s->assigned = first;
    if (s->head > first)
        s->head = first;
    s->level = level;
}
