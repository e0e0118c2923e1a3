/* Rounds of one player as an automaton over cards.
 *
 *   begin -> first card -> upcard -> second card -> (hole card) -> player hits -> dealer draws
 *                                                              \-> player doubles -/
 *
 * A state is all that matters of the round so far. What needs no card is settled with the card
 * before it: standing when the dealer is done, naturals, surrender, busts. So a step takes one card
 * each time and nothing has to be branched on. Splits leave the automaton, and their hands have a
 * small one each. No state is ever come back to but the first one, so states are built from the
 * ends of rounds backwards, and two with the same row of entries are one: a third of them is left.
 *
 * Two steps are one where the table of pairs is: a round that ends with the first of two cards has
 * the next one begin with the second. */
#include "blackjack/rounds.h"
#include "blackjack/keys.h"

#include <stdlib.h>

enum { FIRST, UPCARD, HOLE, HITS, DOUBLES, DEALER, WAITS, HAND_HITS, HAND_DOUBLES, HAND_DEALER };

/* A state as a key: its phase, the player's state, upcard, hole card (15: none); of the dealer's
 * phase the player's total, the stake, and the dealer's cards; while a settled hand waits for the
 * dealer's second card its result unless that makes a blackjack (total), and if so (stake). */
typedef struct {
    int phase, player, upcard, hole;     /* to DOUBLES, and WAITS */
    int total, stake, hard, ace, single; /* DEALER; single: only the upcard so far */
} state_t;

enum { KEY_BITS = 16, SLOTS = 8192 };

typedef struct {
    rounds_t *rounds;
    const sim_rules_t *rules;
    keys_t keys;
    uint16_t *numbers;     /* the state of a key, 0: not built yet */
    uint16_t slots[SLOTS]; /* a hash table of rows: states, 0: free */
    bool too_many;
} builder_t;

static uint64_t pack(const state_t *s)
{
    return (uint64_t)s->phase | (uint64_t)s->player << 4 | (uint64_t)s->upcard << 20 |
           (uint64_t)s->hole << 24 | (uint64_t)s->total << 28 | (uint64_t)s->stake << 33 |
           (uint64_t)s->hard << 36 | (uint64_t)s->ace << 41 | (uint64_t)s->single << 42;
}

static uint16_t step(builder_t *builder, state_t state, int rank);

/* Return the state of a row, which is a new one unless there is one alike. */
static uint16_t row_number(builder_t *builder, const uint16_t row[10])
{
    rounds_t *rounds = builder->rounds;
    uint64_t hash = 0;
    for (int rank = 0; rank < 10; rank++)
        hash = (hash ^ row[rank]) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint64_t at = hash >> 32;; at++) {
        uint16_t *slot = &builder->slots[at % SLOTS];
        if (*slot != 0 && memcmp(&rounds->cards[16 * *slot], row, 10 * sizeof *row) != 0)
            continue;
        if (*slot == 0) {
            if (rounds->states == ROUNDS_MOST) {
                builder->too_many = true;
                return 0;
            }
            *slot = (uint16_t)rounds->states++;
            memcpy(&rounds->cards[16 * *slot], row, 10 * sizeof *row);
        }
        return *slot;
    }
}

/* Return the entry of a state that continues a round. */
static uint16_t go_on(builder_t *builder, const state_t *state)
{
    uint16_t row[10];
    if (builder->keys.used >= 1 << (KEY_BITS - 1))
        builder->too_many = true;
    if (builder->too_many)
        return 0;
    int key = keys_number(&builder->keys, pack(state), true);
    if (builder->numbers[key] == 0) {
        for (int rank = 0; rank < 10; rank++)
            row[rank] = step(builder, *state, rank);
        builder->numbers[key] = row_number(builder, row);
    }
    return (uint16_t)(16 * builder->numbers[key]);
}

static bool could_be_natural(int upcard) { return upcard == 0 || upcard == 9; }

/* Let the dealer draw, or settle if the dealer is done; against split hands by the number alone. */
static uint16_t dealer_plays(builder_t *builder, state_t state)
{
    int best = state.ace && state.hard <= 11 ? state.hard + 10 : state.hard;
    bool soft = best != state.hard;
    bool draws = best < 17 || (best == 17 && soft && builder->rules->hit_soft_17);
    if (state.single || draws)
        return go_on(builder, &state);
    bool pushes = best == 22 && builder->rules->push_22;
    if (state.phase == HAND_DEALER)
        return (uint16_t)(16 * (best <= 21 || pushes ? DEALER_17 + best - 17 : DEALER_BUST) +
                          HAND_ENDS);
    int won = best > 21 || state.total > best ? 1 : state.total < best ? -1 : 0;
    if (won == 0 || pushes)
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

/* A hand is settled as `code`, but is `natural` if the dealer's second card makes a blackjack. */
static uint16_t settled(builder_t *builder, int upcard, int code, int natural)
{
    if (builder->rules->peek || !could_be_natural(upcard) || code == natural)
        return (uint16_t)code;
    state_t state = {.phase = WAITS, .upcard = upcard, .total = code, .stake = natural};
    return go_on(builder, &state);
}

/* A hand after a split is over, or a pair cannot be split. */
static uint16_t hand_ends(int total, int stake)
{
    int kind = total == SIM_BUST      ? HAND_BUST
               : total == SIM_CHARLIE ? HAND_CHARLIE
               : total < 17           ? HAND_LOW
                                      : HAND_17 + total - 17;
    return (uint16_t)(16 * (2 * kind + stake - 1) + HAND_ENDS);
}

/* The entry of a hand after a split whose action is not another split. */
static uint16_t hand_acts(builder_t *builder, int player, int upcard, int action)
{
    if (action != SIM_HIT && action != SIM_DOUBLE)
        return hand_ends(builder->rules->totals[player], 1);
    state_t state = {.phase = action == SIM_HIT ? HAND_HITS : HAND_DOUBLES};
    state.player = player;
    state.upcard = upcard;
    return go_on(builder, &state);
}

/* A hand after a split has another card. */
static uint16_t hand_decides(builder_t *builder, int player, int upcard)
{
    rounds_t *rounds = builder->rounds;
    int code = builder->rules->actions[player][upcard] & ~SIM_BY_COUNT;
    if ((code & 7) != SIM_SPLIT)
        return hand_acts(builder, player, upcard, code & 7);
    if (rounds->again_count == AGAIN_MOST) {
        builder->too_many = true;
        return 0;
    }
    rounds->again[rounds->again_count] = hand_acts(builder, player, upcard, code >> 3);
    return (uint16_t)(16 * rounds->again_count++ + HAND_SPLITS);
}

static uint16_t splits(builder_t *builder, int player, int upcard, int hole)
{
    rounds_t *rounds = builder->rounds;
    int pair = 0;
    while (pair < 10 && builder->rules->next[pair][pair] != player)
        pair++;
    if (pair == 10 || rounds->split_count == SPLITS_MOST) {
        builder->too_many = true;
        return 0;
    }
    if (rounds->starts[pair][upcard] == 0) {
        state_t start = {.phase = HAND_HITS, .player = 10 + pair, .upcard = upcard};
        rounds->starts[pair][upcard] = go_on(builder, &start);
    }
    rounds->splits[rounds->split_count] =
        (sim_split_t){(int8_t)pair, (int8_t)upcard, (int8_t)(hole == 15 ? NO_HOLE : hole)};
    return (uint16_t)(rounds->split_count++ * 16 + ROUND_SPLITS);
}

static uint16_t decides(builder_t *builder, int player, int upcard, int hole)
{
    const sim_rules_t *rules = builder->rules;
    int total = rules->totals[player], action = rules->actions[player][upcard] & 7;
    state_t state = {.player = player, .upcard = upcard, .hole = hole};
    if (total == SIM_BUST)
        return ROUND_LOST;
    if (total == SIM_CHARLIE)
        return settled(builder, upcard, ROUND_WON, ROUND_LOST);
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
    if (rules->peek && could_be_natural(upcard) && upcard + hole == 9) {
        if (rules->early_surrender && (rules->actions[player][upcard] & 7) == SIM_SURRENDER)
            return ROUND_SURRENDERED;
        return natural ? ROUND_PUSHED : ROUND_LOST;
    }
    if (natural)
        return settled(builder, upcard, ROUND_NATURAL, ROUND_PUSHED);
    return decides(builder, player, upcard, hole);
}

/* A doubled hand has its card. */
static uint16_t doubled(builder_t *builder, int player, int upcard, int hole)
{
    const sim_rules_t *rules = builder->rules;
    int total = rules->totals[player];
    if (total == SIM_BUST || total == SIM_CHARLIE)
        return settled(builder, upcard, total == SIM_BUST ? ROUND_LOST_2 : ROUND_WON_2,
                       rules->original_bets_only ? ROUND_LOST : ROUND_LOST_2);
    return stands(builder, total, 2, upcard, hole);
}

static uint16_t dealer_draws(builder_t *builder, state_t state, int rank)
{
    if (state.single && state.hard + rank == 10 && (rank == 0 || rank == 9)) {
        if (state.phase == HAND_DEALER)
            return 16 * DEALER_NATURAL + HAND_ENDS;
        bool loses_2 = state.stake == 2 && !builder->rules->original_bets_only;
        return loses_2 ? ROUND_LOST_2 : ROUND_LOST;
    }
    state.single = 0;
    state.hard += rank + 1;
    state.ace |= rank == 0;
    return dealer_plays(builder, state);
}

static uint16_t step(builder_t *builder, state_t state, int rank)
{
    const sim_rules_t *rules = builder->rules;
    int player = rules->next[state.player][rank];
    switch (state.phase) {
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
        return doubled(builder, player, state.upcard, state.hole);
    case DEALER:
    case HAND_DEALER:
        return dealer_draws(builder, state, rank);
    case WAITS:
        return (uint16_t)(state.upcard + rank == 9 ? state.stake : state.total);
    case HAND_HITS:
        return hand_decides(builder, player, state.upcard);
    default: /* HAND_DOUBLES */
        return hand_ends(rules->totals[player], 2);
    }
}

static uint16_t two_steps(const rounds_t *rounds, int state, int one, int two)
{
    uint16_t entry = rounds->cards[16 * state + one];
    int code = entry & 15;
    if (code == ROUND_GOES_ON)
        return rounds->cards[entry + two];
    if (code == ROUND_SPLITS)
        return entry + 16 * SPLIT_AT_FIRST;
    return (uint16_t)(rounds->cards[two] + ROUND_AT_FIRST + code);
}

static void build_ends(builder_t *builder)
{
    rounds_t *rounds = builder->rounds;
    for (int upcard = 0; upcard < 10; upcard++)
        for (int hole = 0; hole <= NO_HOLE; hole++) {
            bool single = hole == NO_HOLE;
            state_t state = {.phase = HAND_DEALER, .single = single, .hard = upcard + 1};
            state.hard += single ? 0 : hole + 1;
            state.ace = upcard == 0 || hole == 0;
            rounds->dealers[upcard][hole] = dealer_plays(builder, state);
        }
    for (int hand = 0; hand < 2 * HAND_KINDS; hand++)
        for (int dealer = 0; dealer < DEALER_KINDS; dealer++) {
            int kind = hand / 2, stake = (hand % 2 + 1) * builder->rules->bet;
            int over = kind - HAND_17 - (dealer - DEALER_17);
            bool lost = kind == HAND_BUST || dealer == DEALER_NATURAL;
            bool won = kind == HAND_CHARLIE || dealer == DEALER_BUST || over > 0;
            bool pushes = over == 0 || dealer == DEALER_22;
            rounds->worth[hand][dealer] = lost ? -stake : won ? stake : pushes ? 0 : -stake;
        }
}

/* Fill the table of single cards. WORK_DONE, WORK_NO_MEMORY or ROUNDS_TOO_MANY. */
static int build_cards(builder_t *builder)
{
    rounds_t *rounds = builder->rounds;
    if (keys_start(&builder->keys, KEY_BITS) < 0 || !builder->numbers || !rounds->cards)
        return WORK_NO_MEMORY;
    rounds->states = 11;
    for (int first = 0; first < 10; first++) {
        state_t state = {.phase = FIRST, .player = first};
        uint16_t *row = &rounds->cards[16 * (1 + first)];
        rounds->cards[first] = (uint16_t)(16 * (1 + first));
        for (int rank = 0; rank < 10; rank++)
            row[rank] = step(builder, state, rank);
    }
    build_ends(builder);
    int idle = rounds->states++;
    for (int rank = 0; rank < 10; rank++)
        rounds->cards[16 * idle + rank] = (uint16_t)(16 * idle);
    return builder->too_many ? ROUNDS_TOO_MANY : WORK_DONE;
}

static int build_pairs(rounds_t *rounds)
{
    /* A gather reads 32 bits at the last entry, hence one more. */
    rounds->pairs = malloc(((size_t)rounds->states * ROUNDS_PAIRS + 1) * sizeof *rounds->pairs);
    if (!rounds->pairs)
        return WORK_NO_MEMORY;
    uint16_t *at = rounds->pairs;
    for (int state = 0; state < rounds->states; state++)
        for (int one = 0; one < 10; one++)
            for (int two = 0; two < 10; two++)
                *at++ = two_steps(rounds, state, one, two);
    *at = 0;
    return WORK_DONE;
}

int rounds_build(rounds_t *rounds, const sim_rules_t *rules)
{
    builder_t *builder = calloc(1, sizeof *builder);
    memset(rounds, 0, sizeof *rounds);
    if (!builder)
        return WORK_NO_MEMORY;
    builder->rounds = rounds;
    builder->rules = rules;
    builder->numbers = calloc((size_t)1 << KEY_BITS, sizeof *builder->numbers);
    rounds->cards = calloc((ROUNDS_MOST + 1) * 16, sizeof *rounds->cards);
    int built = build_cards(builder);
    if (built == WORK_DONE)
        built = build_pairs(rounds);
    keys_free(&builder->keys);
    free(builder->numbers);
    free(builder);
    return built;
}

void rounds_free(rounds_t *rounds)
{
    free(rounds->cards);
    free(rounds->pairs);
}
