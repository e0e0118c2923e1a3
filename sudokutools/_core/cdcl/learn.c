/* Clauses learnt from conflicts, and how long each is kept.
 *
 * The clause is that of the first unique implication point (Joao Marques-Silva and Karem
 * Sakallah, "GRASP: a search algorithm for propositional satisfiability", IEEE Transactions on
 * Computers 48, 1999). Reasons are expanded when they are met; none is stored. Clauses are kept
 * by glue, the number of levels in them (Gilles Audemard and Laurent Simon, "Predicting learnt
 * clauses quality in modern SAT solvers", IJCAI 2009). */
#include <stdlib.h>
#include <string.h>

#include "cdcl/state.h"

enum { GLUE_KEPT = 2, GLUE_SPARED = 6, USES_SPARED = 2 };

/* Mark a variable of a reason; of a level below the current one, put its false literal into the
 * clause. Return 1 if it is one more of the current level. */
static int32_t meet(cdcl_t *s, int32_t literal)
{
    int32_t variable = literal >> 1, level = s->cause[variable].level;
    if (s->seen[variable] || !level)
        return 0;
    s->seen[variable] = 1;
    s->seen_list[s->seen_count++] = variable;
    if (level == s->level)
        return 1;
    s->clause[s->size++] = literal;
    return 0;
}

static void forget_seen(cdcl_t *s)
{
    for (int32_t i = 0; i < s->seen_count; i++)
        s->seen[s->seen_list[i]] = 0;
}

static int32_t glue_of(cdcl_t *s, const int32_t *literals, int32_t size)
{
    int32_t glue = 0;
    int64_t round = ++s->glue_round;
    for (int32_t i = 0; i < size; i++) {
        int32_t level = s->cause[literals[i] >> 1].level;
        glue += s->glue_stamp[level] != round;
        s->glue_stamp[level] = round;
    }
    return glue;
}

static void use_clause(cdcl_t *s, int32_t *literals)
{
    literals[CLAUSE_FLAGS] = USES_SPARED;
    if (literals[CLAUSE_GLUE] > GLUE_KEPT) {
        int32_t glue = glue_of(s, literals, literals[CLAUSE_SIZE]);
        if (glue < literals[CLAUSE_GLUE])
            literals[CLAUSE_GLUE] = glue;
    }
}

/* Meet the false literals of a constraint or clause, all except of `variable`. */
static int32_t meet_all(cdcl_t *s, reason_kind_t kind, int32_t place, int32_t variable)
{
    int32_t met = 0;
    if (kind == BY_CONSTRAINT) {
        cdcl_gain_weight(s, place);
        for (int32_t j = s->start[place]; j < s->end[place]; j++)
            if (s->members[j] != variable)
                met += meet(s, 2 * s->members[j]);
        s->steps -= s->end[place] - s->start[place];
    } else {
        int32_t *literals = s->arena.items + place;
        use_clause(s, literals);
        for (int32_t i = 0; i < literals[CLAUSE_SIZE]; i++)
            if (literals[i] >> 1 != variable)
                met += meet(s, literals[i]);
        s->steps -= literals[CLAUSE_SIZE];
    }
    return met;
}

static int32_t meet_conflict(cdcl_t *s)
{
    const conflict_t *conflict = &s->conflict;
    if (conflict->kind == BY_TRUE)
        return meet(s, 2 * conflict->a + 1) + meet(s, 2 * conflict->b + 1);
    return meet_all(s, conflict->kind, conflict->a, -1);
}

static int32_t meet_reason(cdcl_t *s, int32_t variable)
{
    int32_t reason = s->cause[variable].reason;
    if ((reason & 3) == BY_TRUE)
        return meet(s, 2 * (reason >> 2) + 1);
    return meet_all(s, reason & 3, reason >> 2, variable);
}

/* Return the true variable that alone makes the variable of a literal false, or -1. */
static int32_t cause_of(const cdcl_t *s, int32_t literal)
{
    int32_t reason = s->cause[literal >> 1].reason;
    if (literal & 1 || reason < 0 || (reason & 3) != BY_TRUE)
        return -1;
    return reason >> 2;
}

/* Shorten the clause: the true cause v of a false variable replaces it, as "not v", and so for
 * all false variables that v causes. Leaves `seen` set for the members of `seen_list`. */
static void share_causes(cdcl_t *s)
{
    int32_t size = 1;
    s->seen_count = 0;
    for (int32_t i = 1; i < s->size; i++) {
        int32_t cause = cause_of(s, s->clause[i]);
        int32_t literal = cause < 0 ? s->clause[i] : 2 * cause + 1;
        if (s->seen[literal >> 1])
            continue;
        s->seen[literal >> 1] = 1;
        s->seen_list[s->seen_count++] = literal >> 1;
        s->clause[size++] = literal;
    }
    s->size = size;
}

/* Put a literal of the highest level second. */
static void find_second(cdcl_t *s)
{
    int32_t second = 1;
    for (int32_t i = 2; i < s->size; i++)
        if (s->cause[s->clause[i] >> 1].level > s->cause[s->clause[second] >> 1].level)
            second = i;
    if (s->size > 1) {
        int32_t literal = s->clause[1];
        s->clause[1] = s->clause[second];
        s->clause[second] = literal;
    }
}

void cdcl_analyze(cdcl_t *s)
{
    int32_t at = s->assigned - 1;
    s->size = 1;
    s->seen_count = 0;
    int32_t open = meet_conflict(s);
    for (;;) {
        while (!s->seen[s->trail[at] >> 1])
            at--;
        if (--open == 0)
            break;
        open += meet_reason(s, s->trail[at--] >> 1);
    }
    s->clause[0] = s->trail[at] ^ 1;
    cdcl_fade(s);
    forget_seen(s);
    share_causes(s);
    forget_seen(s);
    s->glue = glue_of(s, s->clause, s->size);
    find_second(s);
}

void cdcl_analyze_final(cdcl_t *s, int32_t refuted)
{
    memset(s->in_core, 0, (size_t)s->variables);
    s->seen_count = s->size = 0;
    if (refuted < 0) {
        meet_conflict(s);
    } else {
        s->in_core[refuted >> 1] = 1;
        meet(s, refuted);
    }
    for (int32_t at = s->assigned - 1; at >= s->level_start[0]; at--) {
        int32_t variable = s->trail[at] >> 1;
        if (!s->seen[variable])
            continue;
        if (s->cause[variable].reason == NO_REASON)
            s->in_core[variable] = 1;
        else
            meet_reason(s, variable);
    }
    forget_seen(s);
}

int32_t cdcl_store(cdcl_t *s)
{
    cdcl_append(s, &s->arena, s->glue);
    cdcl_append(s, &s->arena, USES_SPARED);
    cdcl_append(s, &s->arena, s->size);
    int32_t place = s->arena.count;
    for (int32_t i = 0; i < s->size; i++)
        cdcl_append(s, &s->arena, s->clause[i]);
    cdcl_append(s, &s->learnt, place);
    if (!s->out_of_memory) {
        cdcl_watch(s, s->clause[0], place, s->clause[1]);
        cdcl_watch(s, s->clause[1], place, s->clause[0]);
    }
    return place;
}

static void lock_reasons(cdcl_t *s)
{
    for (int32_t at = 0; at < s->assigned; at++) {
        int32_t reason = s->cause[s->trail[at] >> 1].reason;
        if (reason >= 0 && (reason & 3) == BY_CLAUSE)
            s->arena.items[(reason >> 2) + CLAUSE_FLAGS] |= LOCKED;
    }
}

static bool is_satisfied(const cdcl_t *s, const int32_t *literals)
{
    for (int32_t i = 0; i < literals[CLAUSE_SIZE]; i++)
        if (s->value[literals[i]] > 0 && !s->cause[literals[i] >> 1].level)
            return true;
    return false;
}

/* Whether a clause may be dropped; one that was used is spared once (twice with a low glue). */
static bool is_droppable(int32_t *literals)
{
    int32_t *flags = &literals[CLAUSE_FLAGS];
    if (*flags & (LOCKED | DROPPED) || literals[CLAUSE_GLUE] <= GLUE_KEPT)
        return false;
    if (!(*flags & SPARED))
        return true;
    *flags = literals[CLAUSE_GLUE] <= GLUE_SPARED ? *flags - 1 : *flags & ~SPARED;
    return false;
}

typedef struct {
    int32_t glue, size, place;
} candidate_t;

/* Order clauses from the first to drop to the last: high glue, long, old. */
static int compare(const void *left, const void *right)
{
    const candidate_t *a = left, *b = right;
    if (a->glue != b->glue)
        return a->glue > b->glue ? -1 : 1;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static void mark_dropped(cdcl_t *s)
{
    candidate_t *candidates = malloc(((size_t)s->learnt.count + 1) * sizeof *candidates);
    size_t count = 0;
    if (!candidates) {
        s->out_of_memory = true;
        return;
    }
    for (int32_t i = 0; i < s->learnt.count; i++) {
        int32_t place = s->learnt.items[i], *literals = s->arena.items + place;
        if (!(literals[CLAUSE_FLAGS] & LOCKED) && is_satisfied(s, literals))
            literals[CLAUSE_FLAGS] |= DROPPED;
        else if (is_droppable(literals))
            candidates[count++] =
                (candidate_t){literals[CLAUSE_GLUE], literals[CLAUSE_SIZE], place};
        s->steps -= literals[CLAUSE_SIZE];
    }
    qsort(candidates, count, sizeof *candidates, compare);
    for (size_t i = 0; i < count * 3 / 4; i++)
        s->arena.items[candidates[i].place + CLAUSE_FLAGS] |= DROPPED;
    free(candidates);
}

/* Move the clauses that stay together, and rewrite the reasons and watches that point to them. */
static void compact(cdcl_t *s)
{
    int32_t *arena = s->arena.items, used = 0, count = 0;
    memset(s->is_watched, 0, 2 * (size_t)s->variables);
    for (int32_t literal = 0; literal < 2 * s->variables; literal++)
        s->watches[literal].count = 0;
    for (int32_t i = 0; i < s->learnt.count; i++) {
        int32_t old = s->learnt.items[i], size = arena[old + CLAUSE_SIZE];
        if (arena[old + CLAUSE_FLAGS] & DROPPED)
            continue;
        int32_t place = used + CLAUSE_HEAD;
        memmove(arena + used, arena + old - CLAUSE_HEAD,
                (size_t)(size + CLAUSE_HEAD) * sizeof *arena);
        used = place + size;
        s->learnt.items[count++] = place;
        arena[place + CLAUSE_FLAGS] &= ~LOCKED;
        int32_t *reason = &s->cause[arena[place] >> 1].reason;
        if (s->value[arena[place]] > 0 && *reason == (old << 2 | BY_CLAUSE))
            *reason = place << 2 | BY_CLAUSE;
        cdcl_watch(s, arena[place], place, arena[place + 1]);
        cdcl_watch(s, arena[place + 1], place, arena[place]);
    }
    s->arena.count = used;
    s->learnt.count = count;
}

void cdcl_reduce(cdcl_t *s)
{
    lock_reasons(s);
    mark_dropped(s);
    compact(s);
}

void cdcl_put(cdcl_t *s, int32_t literal)
{
    if (s->value[literal] > 0)
        s->size = SATISFIED;
    else if (!s->value[literal])
        s->clause[s->size++] = literal;
}

void cdcl_add_clause(cdcl_t *s)
{
    s->glue = 0;
    if (s->size == 0)
        s->consistent = false;
    else if (s->size == 1)
        cdcl_enqueue(s, s->clause[0], NO_REASON);
    else if (s->size != SATISFIED)
        cdcl_store(s);
}
