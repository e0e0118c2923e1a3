/* Many blocks at once, one in each lane of a vector: the body that blackjack/avx2.c and
 * blackjack/avx512.c include, with LANES, GROUPS and the few operations that differ.
 *
 *              lane 0   lane 1   lane 2  ...      a lane is one block: its own generator, shoe,
 *   state      number of the round's state        and place in the automaton of rounds
 *   left       cards left in the shoe
 *   below[j]   cards left of ranks 0 .. j
 *   ring[k]    the last pairs of cards, for the rare shoe that runs out
 *
 * All lanes take two cards a step. A round that ends with the first of them has the next one begin
 * with the second, unless the shoe is shuffled in between: then that card is drawn again, by the
 * same random number, from the full shoe. Rare cases leave the vectors: splits, shoes that run
 * out, random numbers that must be drawn again, blocks that end. Several groups of lanes take
 * turns, so that one hides the latency of another. */
#include "blackjack/path.h"
#include "blackjack/rounds.h"

#include <stdlib.h>

typedef uint32_t bits_t; /* of lanes */

enum {
    RING = 32,   /* pairs: no round has more cards without a split */
    CUT = 2,     /* the minimum of cards left when the last round of a shoe begins */
    SAFE = 64,   /* and with as many no shoe runs out without a split */
    NIBBLE = 15, /* steps before a counter of 4 bits could run over */
    FLUSH = 4000 /* times that, before a counter of 16 bits could run over */
};

/* The constants of a run, so that the compiler makes a body for each. */
typedef struct {
    bool infinite; /* no card is ever taken out */
    bool runs_out; /* the shoe may run out within a round */
    bool records;  /* rounds are looked at one by one: counts, paths */
} kind_t;

typedef struct {
    _Alignas(64) uint32_t s[4][LANES];
    uint32_t second[LANES]; /* the random numbers of the second cards */
    uint16_t below[9][LANES], left[LANES], state[LANES], rounds[LANES];
    uint16_t run[LANES], longest[LANES], begun[LANES];
    uint16_t ring[RING][LANES];
    uint16_t nibbles[2][LANES], counters[ROUND_CODES][LANES];
    mask_t kept;     /* lanes whose below[] is right: in the others the shoe is full again */
    bits_t unbroken; /* lanes whose block lost all rounds so far */
    bits_t redrawn;  /* lanes whose second number was unfair; after: the generator then */
    generator_t after[LANES];
    uint16_t first[LANES];
    uint8_t level[LANES]; /* the true count at which the round began, as an index */
    path_t paths[LANES];
    int64_t block[LANES]; /* -1: the lane has no work */
    uint64_t since[LANES];
} group_t;

typedef struct {
    const sim_rules_t *rules;
    const uint64_t *key;
    uint64_t first;
    int64_t rounds, blocks, next; /* next: the first block that nobody plays yet */
    rounds_t automaton;
    sim_totals_t *totals;
    sim_block_t *played;
    int worth[ROUND_CODES]; /* in units */
    bool counting;
    uint8_t fresh; /* The index of a new shoe's count. */
    int64_t counts[SIM_COUNTS][ROUND_CODES];
    uint64_t step;
    int busy;
} run_t;

/* The effect of a step on the rounds of a group. */
typedef struct {
    mask_t ended, at_first, lost;
    mask_t out;   /* the shoe ran out within the round */
    mask_t reset; /* the next round begins with a shuffle */
} ends_t;

#define EACH_LANE(lane, bits) \
    for (bits_t rest_ = (bits)&LANE_BITS, lane = 0; \
         rest_ && (lane = (bits_t)__builtin_ctz(rest_) / BIT_STEP, true); rest_ &= rest_ - 1)

static inline bool has(bits_t bits, bits_t lane) { return bits >> (lane * BIT_STEP) & 1; }

/* Where the numbers of a lane are among 32-bit ones: first all even lanes, then all odd ones. */
static inline bits_t wide(bits_t lane) { return lane / 2 + lane % 2 * (LANES / 2); }

static void lane_start(run_t *run, group_t *group, bits_t lane)
{
    const sim_rules_t *rules = run->rules;
    int below = 0;
    for (int j = 0; j < 9; j++)
        group->below[j][lane] = (uint16_t)(below += rules->full[j]);
    group->left[lane] = (uint16_t)rules->cards;
    group->run[lane] = group->longest[lane] = 0;
    group->level[lane] = run->fresh;
    group->since[lane] = run->step;
    group->begun[lane] = (uint16_t)(2 * run->step);
    if (run->next == run->blocks) {
        group->block[lane] = -1;
        group->state[lane] = (uint16_t)(run->automaton.states - 1);
        group->rounds[lane] = 0xffff;
        group->s[0][wide(lane)] |= 1; /* Four zeros would be doubtful at every step. */
        return;
    }
    int64_t block = run->next++, left = run->rounds - block * SIM_BLOCK;
    generator_t generator;
    generator_start(&generator, run->key, run->first + (uint64_t)block);
    for (int k = 0; k < 4; k++)
        group->s[k][wide(lane)] = generator.s[k];
    group->block[lane] = block;
    group->state[lane] = 0;
    group->rounds[lane] = (uint16_t)(left < SIM_BLOCK ? left : SIM_BLOCK);
    group->unbroken |= (bits_t)1 << (lane * BIT_STEP);
    memset(&run->played[block], 0, sizeof run->played[block]);
    run->played[block].rounds = group->rounds[lane];
    path_start(&group->paths[lane], run->rules, run->first, block);
    run->totals->shoes++;
    run->busy++;
}

static void lane_end(run_t *run, group_t *group, bits_t lane, bool at_first)
{
    sim_block_t *played = &run->played[group->block[lane]];
    bool unbroken = has(group->unbroken, lane);
    played->last_run = group->run[lane];
    played->first_run = unbroken ? group->run[lane] : group->first[lane];
    played->longest_run = group->longest[lane];
    path_end(&group->paths[lane], played);
    run->totals->cards += 2 * (int64_t)(run->step - group->since[lane]) - at_first;
    run->busy--;
    lane_start(run, group, lane);
}

/* Take a lane out as a shoe of the plain engine. Its round has drawn nothing yet. */
static void lane_to_shoe(const run_t *run, const group_t *group, bits_t lane, shoe_t *shoe)
{
    shoe->rules = run->rules;
    for (int k = 0; k < 4; k++)
        shoe->generator.s[k] = group->s[k][wide(lane)];
    for (int j = 0; j < 8; j++)
        shoe->below[j] = (int16_t)group->below[j][lane];
    shoe->below_8 = (int16_t)group->below[8][lane];
    shoe->left = group->left[lane];
    shoe->ran_out = false;
    shoe->drawn = 0;
}

static void shoe_to_lane(const shoe_t *shoe, group_t *group, bits_t lane)
{
    for (int k = 0; k < 4; k++)
        group->s[k][wide(lane)] = shoe->generator.s[k];
    for (int j = 0; j < 8; j++)
        group->below[j][lane] = (uint16_t)shoe->below[j];
    group->below[8][lane] = (uint16_t)shoe->below_8;
    group->left[lane] = (uint16_t)shoe->left;
}

static void shoe_log(shoe_t *shoe, int rank) { shoe->log[shoe->drawn++] = (uint8_t)rank; }

/* Play the hands of a pair that is split, `next` is the card that follows if it was drawn already
 * (else -1). Write their numbers, and return how many there are. */
static inline int play_split(const run_t *run, shoe_t *shoe, const sim_split_t *split, int next,
                             uint8_t hands[SIM_HANDS])
{
    const rounds_t *rounds = &run->automaton;
    const int start = rounds->starts[split->pair][split->upcard];
    const int limit = split->pair == 0 ? run->rules->max_ace_hands : run->rules->max_hands;
    int count = 0, made = 2, waiting = 1;
    int entry = rounds->cards[start + (next >= 0 ? next : shoe_draw(shoe))];
    for (;;) {
        while ((entry & 15) == ROUND_GOES_ON)
            entry = rounds->cards[entry + shoe_draw(shoe)];
        if ((entry & 15) == HAND_SPLITS && made == limit) {
            entry = rounds->again[entry / 16];
            continue;
        }
        if ((entry & 15) == HAND_SPLITS) {
            made++;
            waiting++;
        } else {
            hands[count++] = (uint8_t)(entry / 16);
            if (waiting-- == 0)
                return count;
        }
        entry = rounds->cards[start + shoe_draw(shoe)];
    }
}

/* Play the dealer's hand after a split; a total that does not matter is no blackjack. */
static inline int play_split_dealer(const run_t *run, shoe_t *shoe, const sim_split_t *split,
                                    const uint8_t *hands, int count)
{
    int entry = run->automaton.dealers[split->upcard][split->hole];
    bool standing = false, waiting = run->rules->original_bets_only;
    for (int i = 0; i < count; i++) {
        standing |= hands[i] / 2 != HAND_BUST && hands[i] / 2 != HAND_CHARLIE;
        waiting |= hands[i] / 2 == HAND_CHARLIE;
    }
    if (standing) {
        while ((entry & 15) == ROUND_GOES_ON)
            entry = run->automaton.cards[entry + shoe_draw(shoe)];
        return entry / 16;
    }
    if (split->hole == NO_HOLE && waiting && (split->upcard == 0 || split->upcard == 9))
        return split->upcard + shoe_draw(shoe) == 9 ? DEALER_NATURAL : DEALER_17;
    return DEALER_17;
}

/* Split the pair of an entry and play to the end; second: the last card of this step. */
static int finish_split(const run_t *run, shoe_t *shoe, int entry, int second)
{
    int number = entry / 16, result = 0;
    const sim_split_t *split = &run->automaton.splits[number % SPLIT_AT_FIRST];
    uint8_t hands[SIM_HANDS];
    int count = play_split(run, shoe, split, number >= SPLIT_AT_FIRST ? second : -1, hands);
    int dealer = play_split_dealer(run, shoe, split, hands, count);
    for (int i = 0; i < count; i++)
        result += run->automaton.worth[hands[i]][dealer];
    bool one_bet = run->rules->original_bets_only && dealer == DEALER_NATURAL;
    return one_bet ? -run->rules->bet : result;
}

/* Note the cards of a round that came to a split, as far as they were drawn. */
static void log_split(const run_t *run, shoe_t *shoe, int entry, int second)
{
    int number = entry / 16;
    const sim_split_t *split = &run->automaton.splits[number % SPLIT_AT_FIRST];
    shoe_log(shoe, split->pair);
    shoe_log(shoe, split->upcard);
    shoe_log(shoe, split->pair);
    if (split->hole != NO_HOLE)
        shoe_log(shoe, split->hole);
    if (number >= SPLIT_AT_FIRST)
        shoe_log(shoe, second);
}

static void log_round(const run_t *run, const group_t *group, bits_t lane, shoe_t *shoe)
{
    for (uint16_t at = group->begun[lane]; at != (uint16_t)(2 * run->step); at++) {
        int pair = group->ring[at / 2 % RING][lane];
        shoe_log(shoe, at % 2 ? pair % 10 : pair / 10);
    }
}

static int finish_round(const run_t *run, shoe_t *shoe, int entry)
{
    while ((entry & 15) == ROUND_GOES_ON)
        entry = run->automaton.cards[entry + shoe_draw(shoe)];
    return entry & 7 ? run->worth[entry & 7] : finish_split(run, shoe, entry, -1);
}

static void count_result(run_t *run, group_t *group, bits_t lane, int result, kind_t kind)
{
    const sim_rules_t *rules = run->rules;
    int level = kind.records ? group->level[lane] : SIM_LEVEL;
    sim_count_t *count = &run->totals->counts[level];
    run->totals->results[rules->reach + result]++;
    count->rounds++;
    count->sum += result;
    count->squares += (uint64_t)((int64_t)result * result);
    if (kind.records && rules->step)
        path_add(&group->paths[lane], rules, &run->played[group->block[lane]],
                 (int64_t)result * rules->bets[level]);
}

/* Play the rounds of some lanes outside of the vectors: which were lost, which ran out? */
static void leave_lanes(run_t *run, group_t *group, bits_t leaving, const uint16_t entries[LANES],
                        uint16_t lost[LANES], uint16_t out[LANES], kind_t kind)
{
    const uint16_t *pairs = group->ring[kind.runs_out ? (run->step - 1) % RING : 0];
    shoe_t shoe;
    EACH_LANE(lane, leaving)
    {
        int known, result, entry = entries[lane], second = pairs[lane] % 10;
        lane_to_shoe(run, group, lane, &shoe);
        if ((entry & 15) == ROUND_SPLITS) {
            log_split(run, &shoe, entry, second);
            known = shoe.drawn;
            result = finish_split(run, &shoe, entry, second);
        } else {
            log_round(run, group, lane, &shoe);
            known = shoe.drawn;
            result = finish_round(run, &shoe, entry);
        }
        shoe_to_lane(&shoe, group, lane);
        lost[lane] = result < 0 ? 0xffff : 0;
        out[lane] = shoe.ran_out ? 0xffff : 0;
        run->totals->cards += shoe.drawn - known;
        count_result(run, group, lane, result, kind);
    }
}

/* Draw again where numbers may be unfair: set both numbers below the cards left, r. */
static void redraw_lanes(run_t *run, group_t *group, bits_t doubtful, uint32_t numbers[LANES],
                         uint16_t r[2][LANES])
{
    const uint32_t taken = run->rules->infinite ? 0 : 1;
    EACH_LANE(lane, doubtful)
    {
        uint32_t left = group->left[lane], number = numbers[wide(lane)];
        uint32_t next = group->second[wide(lane)];
        generator_t generator;
        if (group->block[lane] < 0)
            continue;
        for (int k = 0; k < 4; k++)
            generator.s[k] = group->s[k][wide(lane)];
        while (number * left < -left % left) {
            number = next;
            next = generate(&generator);
        }
        r[0][lane] = (uint16_t)((uint64_t)number * left >> 32);
        group->second[wide(lane)] = number = next;
        group->after[lane] = generator;
        left -= taken;
        while (number * left < -left % left) {
            number = generate(&generator);
            group->redrawn |= (bits_t)1 << (lane * BIT_STEP);
        }
        r[1][lane] = (uint16_t)((uint64_t)number * left >> 32);
        for (int k = 0; k < 4; k++)
            group->s[k][wide(lane)] = generator.s[k];
    }
}
