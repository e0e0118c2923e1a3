/* Decisions, and the scores they are based on.
 *
 * A decision is made in the constraint with the smallest quotient of open variables and weight,
 * where constraints that were met in conflicts weigh more (Frederic Boussemart et al., "Boosting
 * systematic search by weighting constraints", ECAI 2004). Of its variables that one is set which
 * was true in the longest conflict-free trail since the last restart, else when last assigned,
 * else was most active (Armin Biere and Mathias Fleury, "Chasing target phases", Pragmatics of
 * SAT 2020).
 *
 * The constraints form a heap, the heaviest on top. Two open variables are the fewest there can
 * be: where even these would not make the quotient of a constraint smaller than the best so far,
 * they will not for all that is below it either, which is most of the heap. */
#include "cdcl/state.h"

static void put(cdcl_t *s, int32_t place, int32_t constraint)
{
    s->open[place] = constraint;
    s->place_of[constraint] = place;
}

static void sift_down(cdcl_t *s, int32_t place)
{
    int32_t moved = s->open[place], below;
    while ((below = 2 * place + 1) < s->opens) {
        if (below + 1 < s->opens && s->weight[s->open[below + 1]] > s->weight[s->open[below]])
            below++;
        if (s->weight[s->open[below]] <= s->weight[moved])
            break;
        put(s, place, s->open[below]);
        place = below;
    }
    put(s, place, moved);
}

void cdcl_order_constraints(cdcl_t *s)
{
    for (int32_t place = 0; place < s->opens; place++)
        s->place_of[s->open[place]] = place;
    for (int32_t place = s->opens / 2 - 1; place >= 0; place--)
        sift_down(s, place);
}

void cdcl_gain_weight(cdcl_t *s, int32_t constraint)
{
    int32_t place = s->place_of[constraint];
    uint64_t weight = s->weight[constraint] += s->weight_step;
    if (place < 0)
        return;
    for (; place > 0 && s->weight[s->open[(place - 1) / 2]] < weight; place = (place - 1) / 2)
        put(s, place, s->open[(place - 1) / 2]);
    put(s, place, constraint);
}

void cdcl_fade(cdcl_t *s)
{
    for (int32_t i = 0; i < s->seen_count; i++)
        s->activity[s->seen_list[i]] += s->activity_step;
    s->activity_step += s->activity_step >> 2;
    if (s->activity_step >= ACTIVITY_LIMIT) {
        s->activity_step >>= ACTIVITY_SHIFT;
        for (int32_t v = 0; v < s->variables; v++)
            s->activity[v] >>= ACTIVITY_SHIFT;
    }
    s->weight_step += s->weight_step >> 7;
    if (s->weight_step >= WEIGHT_LIMIT) {
        s->weight_step >>= WEIGHT_SHIFT;
        for (int32_t c = 0; c < s->constraints; c++)
            s->weight[c] = (s->weight[c] >> WEIGHT_SHIFT) + 1;
    }
}

/* Return the constraint to decide in; of several with one quotient that of the smallest number. */
static int32_t choose_constraint(cdcl_t *s)
{
    int32_t to_visit[32], visits = 0, place = 0, chosen = -1;
    uint64_t count = 1, weight = 0;
    for (;;) {
        int32_t c = place < s->opens ? s->open[place] : -1;
        if (c >= 0 && 2 * weight <= count * s->weight[c]) {
            uint64_t open = (uint64_t)count_in(s->tally[c]);
            uint64_t here = open * weight, best = count * s->weight[c];
            if (open >= 2 && open < NEVER_UNIT && (here < best || (here == best && c < chosen))) {
                chosen = c;
                count = open;
                weight = s->weight[c];
            }
            to_visit[visits++] = 2 * place + 2;
            place = 2 * place + 1;
            s->steps--;
        } else if (visits) {
            place = to_visit[--visits];
        } else {
            return chosen;
        }
    }
}

static int32_t choose_variable(const cdcl_t *s, int32_t constraint)
{
    int32_t chosen = -1, chosen_rank = -1;
    for (int32_t j = s->start[constraint]; j < s->end[constraint]; j++) {
        int32_t v = s->members[j];
        if (s->value[2 * v])
            continue;
        int32_t rank = s->target[v] > 0 ? 2 : s->saved[v];
        if (rank > chosen_rank || (rank == chosen_rank && s->activity[v] > s->activity[chosen])) {
            chosen = v;
            chosen_rank = rank;
        }
    }
    return chosen;
}

int32_t cdcl_choose(cdcl_t *s) { return choose_variable(s, choose_constraint(s)); }
