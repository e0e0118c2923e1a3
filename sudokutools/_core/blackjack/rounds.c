/* Rounds of one player as an automaton over cards.
 *
 *   begin -> first card -> upcard -> second card -> (hole card) -> player hits -> dealer draws
 *                                                              \-> player doubles -/
 *
 * A state is all that matters of the round so far. What needs no card is settled with the card
 * before it: standing against a dealer who is done, naturals, surrender, busts. So a step takes
 * one card each time and nothing has to be branched on. Splits leave the automaton. */
#include "blackjack/rounds.h"
#include "blackjack/keys.h"

#include <string.h>

enum { BEGIN, FIRST, UPCARD, HOLE, HITS, DOUBLES, DEALER, WAITS };

/* A state as a key: its phase, the player's state, upcard, hole card (15: none); of the dealer's
 * phase the player's total, the stake, and the dealer's cards. */
typedef struct {
    int phase, player, upcard, hole;     /* to DOUBLES, and WAITS */
    int total, stake, hard, ace, single; /* DEALER; single: only the upcard so far */
} state_t;

typedef struct {
    rounds_t *rounds;
    const sim_rules_t *rules;
    keys_t keys;
    bool too_many;
} builder_t;

static uint64_t pack(const state_t *s)
{
    return (uint64_t)s->phase | (uint64_t)s->player << 4 | (uint64_t)s->upcard << 20 |
           (uint64_t)s->hole << 24 | (uint64_t)s->total << 28 | (uint64_t)s->stake << 33 |
           (uint64_t)s->hard << 35 | (uint64_t)s->ace << 40 | (uint64_t)s->single << 41;
}

static state_t unpack(uint64_t key)
{
    return (state_t){(int)(key & 15),       (int)(key >> 4 & 65535), (int)(key >> 20 & 15),
                     (int)(key >> 24 & 15), (int)(key >> 28 & 31),   (int)(key >> 33 & 3),
                     (int)(key >> 35 & 31), (int)(key >> 40 & 1),    (int)(key >> 41 & 1)};
}

static uint16_t go_on(builder_t *builder, const state_t *state)
{
    if (builder->keys.used >= ROUNDS_MOST) {
        builder->too_many = true;
        return 0;
    }
    return (uint16_t)(keys_number(&builder->keys, pack(state), true) * 16);
}

/* Settle with a dealer who is done, or let the dealer draw. */
static uint16_t dealer_plays(builder_t *builder, state_t state)
{
    int best = state.ace && state.hard <= 11 ? state.hard + 10 : state.hard;
    bool soft = best != state.hard;
    bool draws = best < 17 || (best == 17 && soft && builder->rules->hit_soft_17);
    if (state.single || draws)
        return go_on(builder, &state);
    int won = best > 21 || state.total > best ? 1 : state.total < best ? -1 : 0;
    if (won == 0)
        return ROUND_PUSHED;
    if (state.stake == 2)
        return won > 0 ? ROUND_WON_2 : ROUND_LOST_2;
    return won > 0 ? ROUND_WON : ROUND_LOST;
}

/* The player stands: go to the dealer. Totals under 17 are all alike. */
static uint16_t stands(builder_t *builder, int total, int stake, int upcard, int hole)
{
    state_t state = {.phase = DEALER, .stake = stake, .total = total < 17 ? 16 : total};
    state.hard = upcard + 1;
    state.ace = upcard == 0;
    state.single = hole == 15;
    if (hole != 15) {
        state.hard += hole + 1;
        state.ace |= hole == 0;
    }
    return dealer_plays(builder, state);
}

static uint16_t splits(builder_t *builder, int state, int upcard, int hole)
{
    rounds_t *rounds = builder->rounds;
    int pair = 0;
    while (pair < 10 && builder->rules->next[pair][pair] != state)
        pair++;
    if (pair == 10 || rounds->split_count == SPLITS_MOST) {
        builder->too_many = true;
        return 0;
    }
    rounds->splits[rounds->split_count].state = (uint16_t)state;
    rounds->splits[rounds->split_count].pair = (int8_t)pair;
    rounds->splits[rounds->split_count].upcard = (int8_t)upcard;
    rounds->splits[rounds->split_count].hole = (int8_t)(hole == 15 ? -1 : hole);
    return (uint16_t)(rounds->split_count++ * 16 + ROUND_SPLITS);
}

/* The player decides in a state of two cards or more. */
static uint16_t decides(builder_t *builder, int player, int upcard, int hole)
{
    const sim_rules_t *rules = builder->rules;
    int total = rules->totals[player], action = rules->actions[player][upcard] & 7;
    state_t state = {.player = player, .upcard = upcard, .hole = hole};
    if (total == SIM_BUST)
        return ROUND_LOST;
    if (action == SIM_SPLIT)
        return splits(builder, player, upcard, hole);
    if (action == SIM_SURRENDER)
        return ROUND_SURRENDERED;
    if (action == SIM_STAND)
        return stands(builder, total, 1, upcard, hole);
    state.phase = action == SIM_HIT ? HITS : DOUBLES;
    return go_on(builder, &state);
}

/* Both have their cards. */
static uint16_t dealt(builder_t *builder, int player, int upcard, int hole)
{
    const sim_rules_t *rules = builder->rules;
    bool natural = rules->totals[player] == SIM_NATURAL;
    bool could = upcard == 0 || upcard == 9;
    if (rules->peek && could && upcard + hole == 9)
        return natural ? ROUND_PUSHED : ROUND_LOST;
    if (natural && (rules->peek || !could))
        return ROUND_NATURAL;
    if (natural) {
        state_t state = {.phase = WAITS, .upcard = upcard};
        return go_on(builder, &state);
    }
    return decides(builder, player, upcard, hole);
}

/* Return the entry of a state and a card. */
static uint16_t step(builder_t *builder, state_t state, int rank)
{
    const sim_rules_t *rules = builder->rules;
    int player = rules->next[state.player][rank];
    switch (state.phase) {
    case BEGIN:
        state = (state_t){.phase = FIRST, .player = rank};
        return go_on(builder, &state);
    case FIRST:
        state.phase = UPCARD;
        state.upcard = rank;
        return go_on(builder, &state);
    case UPCARD:
        if (!rules->peek)
            return dealt(builder, player, state.upcard, 15);
        state.phase = HOLE;
        state.player = player;
        return go_on(builder, &state);
    case HOLE:
        return dealt(builder, state.player, state.upcard, rank);
    case HITS:
        return decides(builder, player, state.upcard, state.hole);
    case DOUBLES:
        if (rules->totals[player] == SIM_BUST)
            return ROUND_LOST_2;
        return stands(builder, rules->totals[player], 2, state.upcard, state.hole);
    case DEALER:
        if (state.single && state.hard + rank == 10 && (rank == 0 || rank == 9))
            return state.stake == 2 ? ROUND_LOST_2 : ROUND_LOST;
        state.single = 0;
        state.hard += rank + 1;
        state.ace |= rank == 0;
        return dealer_plays(builder, state);
    default: /* WAITS */
        return state.upcard + rank == 9 ? ROUND_PUSHED : ROUND_NATURAL;
    }
}

int rounds_build(rounds_t *rounds, const sim_rules_t *rules)
{
    builder_t builder = {.rounds = rounds, .rules = rules};
    memset(rounds, 0, sizeof *rounds);
    /* A gather reads 32 bits at the last entry, hence one row more. */
    rounds->table = calloc((ROUNDS_MOST + 2) * 16, sizeof *rounds->table);
    if (keys_start(&builder.keys, 14) < 0 || !rounds->table) {
        keys_free(&builder.keys);
        return WORK_NO_MEMORY;
    }
    state_t begin = {.phase = BEGIN};
    go_on(&builder, &begin);
    for (int at = 0; at < builder.keys.used && !builder.too_many; at++)
        for (int rank = 0; rank < 10; rank++)
            rounds->table[16 * at + rank] = step(&builder, unpack(builder.keys.keys[at]), rank);
    rounds->states = builder.keys.used;
    for (int i = 0; i < 16; i++)
        rounds->table[16 * rounds->states + i] = (uint16_t)(16 * rounds->states);
    keys_free(&builder.keys);
    return builder.too_many ? ROUNDS_TOO_MANY : WORK_DONE;
}
