/* Whether tables are a strategy: the properties that the engines rely on and that make them agree.
 *
 *   0 .. 9      the first card of a hand        ---> two cards ---> more of them, and so to an end
 *   10 .. 19    the first one of a split hand   ---> two cards ---^
 *
 * Pairs that are split come from equal cards only, hands that are given up from two cards that were
 * dealt, naturals likewise; whoever is over stands. */
#include "blackjack/simulate.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST = 10, /* states of one card that was dealt */
    SINGLE = 20,
    MOST_HITS = 30,   /* cards of a hand after the first two */
    MOST_BET = 1000,  /* bets in a round */
    NO_PAIR = 255,    /* that nothing leads to yet */
    MANY_PAIRS = 254, /* or no pair */
};

static bool counting_fits(const sim_counting_t *counting)
{
    for (int rank = 0; rank < 10; rank++)
        if (counting->tags[rank] < -SIM_PARTS || counting->tags[rank] > SIM_PARTS)
            return false;
    return counting->parts >= 1 && counting->parts <= SIM_PARTS && counting->initial > -1000000 &&
           counting->initial < 1000000 && counting->estimate >= 1 && counting->estimate <= 52 &&
           counting->rounding >= SIM_FLOOR && counting->rounding <= SIM_ROUND &&
           (counting->is_running || counting->initial == 0);
}

static bool numbers_fit(const sim_rules_t *rules)
{
    int cards = 0;
    for (int rank = 0; rank < 10; rank++) {
        if (rules->full[rank] < 0 || rules->full[rank] > SIM_CARDS)
            return false;
        cards += rules->full[rank];
    }
    for (int level = 0; level < SIM_COUNTS; level++)
        if (rules->bets[level] < 0 || rules->bets[level] > MOST_BET || rules->spots[level] < 1 ||
            rules->spots[level] > rules->players - rules->neighbours)
            return false;
    return counting_fits(&rules->playing) && counting_fits(&rules->betting) &&
           cards == rules->cards && cards >= 1 && cards <= SIM_CARDS &&
           (rules->infinite || (rules->cut >= 0 && rules->cut <= cards)) && rules->players >= 1 &&
           rules->players <= SIM_PLAYERS && rules->neighbours >= 0 && rules->max_hands >= 1 &&
           rules->max_hands <= SIM_HANDS && rules->max_ace_hands >= 1 &&
           rules->max_ace_hands <= rules->max_hands && rules->bet >= 2 && rules->bet <= 1000 &&
           rules->natural >= 0 && rules->natural <= 100000 && rules->session >= 0 &&
           rules->bankroll >= 0;
}

typedef struct {
    uint8_t *done; /* the actions as bits, those in place of splits, too */
    uint8_t *pair; /* the rank of the pair that it is */
    uint8_t *hits; /* how many cards may be taken from here on */
} states_t;

static bool does(const states_t *states, int state, int action)
{
    return states->done[state] >> action & 1;
}

/* Note the actions of a state; return whether they are any, and to stand when the hand is over. */
static bool codes_fit(const sim_rules_t *rules, int charts, int state, states_t *states)
{
    bool is_over = rules->totals[state] >= SIM_BUST;
    states->done[state] = 0;
    for (int chart = 0; chart < charts; chart++)
        for (int upcard = 0; upcard < 10; upcard++) {
            uint8_t code = rules->actions[chart * rules->states + state][upcard];
            int action = code & 7, instead = (code & ~SIM_BY_COUNT) >> 3;
            if (action > (is_over ? SIM_STAND : SIM_SURRENDER) || instead > SIM_SURRENDER ||
                instead == SIM_SPLIT)
                return false;
            states->done[state] |= (uint8_t)(1 << action);
            if (action == SIM_SPLIT)
                states->done[state] |= (uint8_t)(1 << instead);
        }
    return rules->totals[state] <= SIM_CHARLIE;
}

/* Note which pair each state is, and return whether all transitions are allowed. */
static bool next_fits(const sim_rules_t *rules, states_t *states)
{
    memset(states->pair, NO_PAIR, (size_t)rules->states);
    for (int state = 0; state < rules->states; state++)
        for (int rank = 0; rank < 10; rank++) {
            int next = rules->next[state][rank];
            if (next < SINGLE || next >= rules->states)
                return false;
            uint8_t *pair = &states->pair[next];
            bool is_pair = state < SINGLE && state % FIRST == rank;
            *pair = is_pair && (*pair == NO_PAIR || *pair == rank) ? (uint8_t)rank : MANY_PAIRS;
            if (state >= FIRST && next != state &&
                (rules->totals[next] == SIM_NATURAL || does(states, next, SIM_SURRENDER)))
                return false;
        }
    return true;
}

/* Return whether only pairs are split, and only if they may become two hands. */
static bool splits_fit(const sim_rules_t *rules, const states_t *states)
{
    for (int state = 0; state < rules->states; state++) {
        int limit = states->pair[state] == 0 ? rules->max_ace_hands : rules->max_hands;
        if (does(states, state, SIM_SPLIT) && (states->pair[state] >= 10 || limit < 2))
            return false;
    }
    return true;
}

/* Return whether every hand ends: pass over the states until the most hits of each are known. */
static bool hits_end(const sim_rules_t *rules, states_t *states)
{
    uint8_t *hits = states->hits;
    memset(hits, 0, (size_t)rules->states);
    for (bool is_known = false; !is_known;) {
        is_known = true;
        for (int state = rules->states; state-- > 0;) {
            int most = 0;
            for (int rank = 0; does(states, state, SIM_HIT) && rank < 10; rank++) {
                int after = 1 + hits[rules->next[state][rank]];
                most = after > most ? after : most;
            }
            if (most > MOST_HITS)
                return false;
            is_known &= most == hits[state];
            hits[state] = (uint8_t)most;
        }
    }
    return true;
}

static bool tables_fit(const sim_rules_t *rules, int charts, states_t *states)
{
    for (int state = 0; state < rules->states; state++)
        if (!codes_fit(rules, charts, state, states))
            return false;
    return next_fits(rules, states) && splits_fit(rules, states) && hits_end(rules, states);
}

int sim_fits(const sim_rules_t *rules, int charts)
{
    if (!numbers_fit(rules) || rules->states < SINGLE)
        return false;
    for (int level = 0; level < SIM_COUNTS; level++)
        if (rules->charts[level] >= charts ||
            (level && rules->charts[level] < rules->charts[level - 1]))
            return false;
    size_t count = (size_t)rules->states;
    uint8_t *room = malloc(3 * count);
    if (!room)
        return WORK_NO_MEMORY;
    states_t states = {room, room + count, room + 2 * count};
    bool fits = tables_fit(rules, charts, &states);
    free(room);
    return fits;
}
