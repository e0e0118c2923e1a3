/* A random walk among partial solutions: what finds one of many solutions of a large grid.
 *
 * The walk knows no levels and no clauses. It keeps variables that can all be true together, at
 * most one in a constraint, its holder; a constraint that needs a holder and has none is uncovered:
 *
 *     r1c1 in {3, 7}     holder: 7 in r1c1
 *     7 in row 1         holder: 7 in r1c1
 *     7 in column 5      uncovered: a step makes one of its members true, and drops the holders
 *                        of the three other constraints of that variable, if they have any
 *
 * A step takes any uncovered constraint, and a member that drops few holders with a chance that
 * falls by 2^WALK_SHIFT with each that it drops, as probSAT breaks clauses (Adrian Balint and Uwe
 * Schoening, "Choosing probability distributions for stochastic local search and the role of make
 * versus break", SAT 2012); that a symbol is placed at once and drops all symbols it clashes with
 * is known from the colouring of graphs (Ivo Bloechliger and Nicolas Zufferey, "A graph coloring
 * heuristic using partial solutions and a reactive tabu scheme", Computers & Operations Research
 * 35, 2008).
 *
 * Every second walk takes the smaller of two uncovered constraints, which finds solutions of 49x49
 * that any walk alone does not; 36x36 needs the other kind.
 *
 * Now and then the search returns to level 0 and resumes the walk. A walk that
 * covers everything has a solution, which is handed on as phases: the search confirms it, or finds
 * the clause that it breaks. Grids with one solution gain nothing; the time is lost. */
#include <string.h>

#include "cdcl/state.h"

enum {
    WALK_MANY = 3200,  /* variables: with fewer, learning alone is quicker for long */
    WALK_EARLY = 1000, /* conflicts before the first walk where there are many */
    WALK_LATE = 10000, /* and where there are few */
    WALK_UNIT = 500,   /* conflicts from a walk to the next */
    WALK_STEPS = 400,  /* of a walk, by variable: up to three times the time of the conflicts */
    SHIFT_ANY = 8,     /* where any is taken: 7 is too hot for 36x36, 9 stays where few are left */
    SHIFT_LESSER = 7,  /* where the lesser of two is taken, which is cooler */
    STEP_COST = 16,    /* steps of the search */
    MAX_MEMBERS = 100,
};

void cdcl_start_walks(cdcl_t *s, const uint64_t *key)
{
    stream_start(&s->walk, key, 1);
    cdcl_walk_from(s, s->variables < WALK_MANY ? WALK_LATE : WALK_EARLY);
    for (int32_t c = 0; s->is_plain && c < s->constraints; c++)
        s->holder[c] = s->uncovered_at[c] = -1;
}

void cdcl_walk_from(cdcl_t *s, int64_t conflicts)
{
    s->next_walk = s->is_plain ? conflicts : INT64_MAX;
}

bool cdcl_is_walk_due(const cdcl_t *s)
{
    return !s->assumed && (s->walk_left > 0 || s->conflicts >= s->next_walk);
}

static void add_uncovered(cdcl_t *s, int32_t constraint)
{
    s->uncovered_at[constraint] = s->uncovered_count;
    s->uncovered[s->uncovered_count++] = constraint;
}

static void remove_uncovered(cdcl_t *s, int32_t constraint)
{
    int32_t place = s->uncovered_at[constraint], last = s->uncovered[--s->uncovered_count];
    s->uncovered[place] = last;
    s->uncovered_at[last] = place;
    s->uncovered_at[constraint] = -1;
}

static bool needs_holder(const cdcl_t *s, int32_t constraint)
{
    return s->tally[constraint] < NEVER_UNIT * TALLY_ONE;
}

/* Resume the walk; variables fixed since then are no longer part of it. */
static void begin(cdcl_t *s)
{
    s->walk_left = (int64_t)WALK_STEPS * s->variables;
    s->takes_lesser = !s->takes_lesser;
    s->uncovered_count = 0;
    for (int32_t c = 0; c < s->constraints; c++) {
        if (s->holder[c] >= 0 && s->value[2 * s->holder[c]])
            s->holder[c] = -1;
        s->uncovered_at[c] = -1;
        if (s->place_of[c] >= 0 && s->holder[c] < 0 && needs_holder(s, c))
            add_uncovered(s, c);
    }
}

/* Return how many holders there are that a variable excludes. That of its cell is in
 * none of its other constraints; two of these may have the same. */
static int opponents(const cdcl_t *s, int32_t variable)
{
    const uint16_t *of = s->lists + PLAIN_LISTS * variable;
    const int32_t *holder = s->holder;
    int32_t row = holder[of[1]], column = holder[of[2]], box = holder[of[3]];
    return (holder[of[0]] >= 0) + (row >= 0) + (column >= 0) +
           (box >= 0 && box != row && box != column);
}

static void drop(cdcl_t *s, int32_t variable)
{
    const uint16_t *of = s->lists + PLAIN_LISTS * variable;
    for (int i = 0; i < PLAIN_LISTS; i++) {
        s->holder[of[i]] = -1;
        if (needs_holder(s, of[i]))
            add_uncovered(s, of[i]);
    }
}

static void hold(cdcl_t *s, int32_t variable)
{
    const uint16_t *of = s->lists + PLAIN_LISTS * variable;
    for (int i = 0; i < PLAIN_LISTS; i++)
        if (s->holder[of[i]] >= 0)
            drop(s, s->holder[of[i]]);
    for (int i = 0; i < PLAIN_LISTS; i++) {
        s->holder[of[i]] = variable;
        if (s->uncovered_at[of[i]] >= 0)
            remove_uncovered(s, of[i]);
    }
}

static int32_t draw_uncovered(cdcl_t *s)
{
    return s->uncovered[stream_below(&s->walk, (uint64_t)s->uncovered_count)];
}

static int32_t members_of(const cdcl_t *s, int32_t constraint)
{
    return s->end[constraint] - s->start[constraint];
}

static void step(cdcl_t *s)
{
    uint64_t chances[MAX_MEMBERS], sum = 0;
    int32_t c = draw_uncovered(s), k = 0, shift = s->takes_lesser ? SHIFT_LESSER : SHIFT_ANY;
    if (s->takes_lesser) {
        int32_t other = draw_uncovered(s);
        c = members_of(s, other) < members_of(s, c) ? other : c;
    }
    const int32_t *member = s->members + s->start[c];
    for (int32_t i = 0; i < members_of(s, c); i++)
        sum += chances[i] = UINT64_C(1) << shift * (PLAIN_LISTS - opponents(s, member[i]));
    uint64_t draw = stream_below(&s->walk, sum);
    while (draw >= chances[k])
        draw -= chances[k++];
    hold(s, member[k]);
}

/* Make the solution that was found the phases of all variables. */
static void hand_on(cdcl_t *s)
{
    memset(s->saved, 0, (size_t)s->variables);
    memset(s->target, 0, (size_t)s->variables);
    for (int32_t c = 0; c < s->constraints; c++)
        if (s->holder[c] >= 0)
            s->saved[s->holder[c]] = s->target[s->holder[c]] = 1;
    s->target_size = s->variables;
}

void cdcl_walk(cdcl_t *s)
{
    if (!s->walk_left)
        begin(s);
    for (; s->walk_left && s->uncovered_count && s->steps > 0; s->steps -= STEP_COST) {
        step(s);
        s->walk_left--;
    }
    if (s->walk_left && s->uncovered_count)
        return;
    if (!s->uncovered_count)
        hand_on(s);
    s->walk_left = 0;
    s->next_walk = s->conflicts + WALK_UNIT;
}

void cdcl_end_walks(cdcl_t *s)
{
    s->walk_left = 0;
    s->next_walk = INT64_MAX;
}
