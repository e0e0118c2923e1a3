/* Many blocks at once, one in each lane of a vector: the body that blackjack/avx2.c and
 * blackjack/avx512.c include, with LANES, GROUPS and the few operations that differ.
 *
 *              lane 0   lane 1   lane 2  ...      a lane is one block: its own generator, shoe,
 *   state      round's state, times 16             and place in the automaton of rounds
 *   left       cards left in the shoe
 *   below[j]   cards left of ranks 0 .. j
 *   ring[k]    the last 64 ranks, for the rare shoe that runs out
 *
 * All lanes take one card a step. What is rare leaves the vectors: splits, shoes that run out,
 * random numbers that must be drawn again, blocks that end. Several groups of lanes take turns, so
 * that one hides the latency of another. */
#include "blackjack/rounds.h"
#include "blackjack/shoe.h"

#include <stdlib.h>
#include <string.h>

#define RING 64
#define FLUSH 8192 /* steps before a counter of 16 bits could run over */

typedef struct {
    uint32_t s[4][LANES];
    uint16_t below[9][LANES], left[LANES], state[LANES], ran_out[LANES];
    uint16_t run[LANES], longest[LANES], first[LANES], rounds[LANES], begun[LANES];
    uint16_t ring[RING][LANES];
    uint16_t counters[ROUND_CODES][LANES];
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
    int64_t counts[ROUND_CODES];
    uint64_t step;
    int busy;
} run_t;

static const uint16_t NOT_YET = 0xffff;

/* Give a lane the next block, or no work. */
static void lane_start(run_t *run, group_t *group, int lane)
{
    const sim_rules_t *rules = run->rules;
    int below = 0;
    for (int j = 0; j < 9; j++)
        group->below[j][lane] = (uint16_t)(below += rules->full[j]);
    group->left[lane] = (uint16_t)rules->cards;
    group->run[lane] = group->longest[lane] = group->ran_out[lane] = 0;
    group->first[lane] = NOT_YET;
    group->since[lane] = run->step;
    group->begun[lane] = (uint16_t)run->step;
    if (run->next == run->blocks) {
        group->block[lane] = -1;
        group->state[lane] = (uint16_t)(16 * run->automaton.states);
        group->rounds[lane] = NOT_YET;
        group->s[0][lane] |= 1; /* A generator of four zeros would draw unfair numbers for ever. */
        return;
    }
    int64_t block = run->next++, left = run->rounds - block * SIM_BLOCK;
    generator_t generator;
    generator_start(&generator, run->key, run->first + (uint64_t)block);
    for (int k = 0; k < 4; k++)
        group->s[k][lane] = generator.s[k];
    group->block[lane] = block;
    group->state[lane] = 0;
    group->rounds[lane] = (uint16_t)(left < SIM_BLOCK ? left : SIM_BLOCK);
    run->totals->shoes++;
    run->busy++;
}

/* A lane has played its block: keep what it came to, and start the next one. */
static void lane_end(run_t *run, group_t *group, int lane)
{
    int64_t block = group->block[lane], left = run->rounds - block * SIM_BLOCK;
    sim_block_t *played = &run->played[block];
    memset(played, 0, sizeof *played);
    played->rounds = left < SIM_BLOCK ? left : SIM_BLOCK;
    played->last_run = group->run[lane];
    played->first_run = group->first[lane] == NOT_YET ? group->run[lane] : group->first[lane];
    played->longest_run = group->longest[lane];
    run->totals->cards += (int64_t)(run->step - group->since[lane]);
    run->busy--;
    lane_start(run, group, lane);
}

/* Take a lane out as a shoe of the plain engine, after the card of this step. */
static void lane_to_shoe(const run_t *run, const group_t *group, int lane, shoe_t *shoe)
{
    memset(shoe, 0, sizeof *shoe);
    shoe->rules = run->rules;
    for (int k = 0; k < 4; k++)
        shoe->generator.s[k] = group->s[k][lane];
    for (int j = 0; j < 8; j++)
        shoe->below[j] = (int16_t)group->below[j][lane];
    shoe->below_8 = (int16_t)group->below[8][lane];
    shoe->left = group->left[lane];
    shoe->ran_out = group->ran_out[lane] != 0;
    for (uint16_t at = group->begun[lane]; at != (uint16_t)run->step; at++)
        shoe->log[shoe->drawn++] = (uint8_t)group->ring[at % RING][lane];
}

static void shoe_to_lane(const shoe_t *shoe, group_t *group, int lane)
{
    for (int k = 0; k < 4; k++)
        group->s[k][lane] = shoe->generator.s[k];
    for (int j = 0; j < 8; j++)
        group->below[j][lane] = (uint16_t)shoe->below[j];
    group->below[8][lane] = (uint16_t)shoe->below_8;
    group->left[lane] = (uint16_t)shoe->left;
    group->ran_out[lane] = shoe->ran_out ? NOT_YET : 0;
}

/* Play a round to its end that came to a split. Return whether it was lost. */
static bool lane_split(run_t *run, group_t *group, int lane)
{
    int number = group->state[lane] / 16;
    shoe_t shoe;
    lane_to_shoe(run, group, lane, &shoe);
    int drawn = shoe.drawn;
    int result = sim_finish_split(
        &shoe, run->automaton.splits[number].state, run->automaton.splits[number].pair,
        run->automaton.splits[number].upcard, run->automaton.splits[number].hole);
    shoe_to_lane(&shoe, group, lane);
    group->state[lane] = 0;
    run->totals->results[run->rules->reach + result]++;
    run->totals->cards += shoe.drawn - drawn;
    return result < 0;
}

/* The shoe of a lane has run out within a round. */
static void lane_refill(run_t *run, group_t *group, int lane)
{
    shoe_t shoe;
    if (group->block[lane] < 0) {
        group->left[lane] = (uint16_t)run->rules->cards;
        return;
    }
    lane_to_shoe(run, group, lane, &shoe);
    shoe_refill(&shoe);
    shoe_to_lane(&shoe, group, lane);
}

/* Draw again where the first number may be unfair. Return the number below the cards left. */
static uint16_t lane_redraw(group_t *group, int lane, uint32_t number)
{
    generator_t generator;
    uint32_t left = group->left[lane], unfair = -left % left;
    for (int k = 0; k < 4; k++)
        generator.s[k] = group->s[k][lane];
    uint64_t product = (uint64_t)number * left;
    while ((uint32_t)product < unfair)
        product = (uint64_t)generate(&generator) * left;
    for (int k = 0; k < 4; k++)
        group->s[k][lane] = generator.s[k];
    return (uint16_t)(product >> 32);
}

/* Add the counters of 16 bits to the large ones. */
static void flush(run_t *run, group_t *groups)
{
    for (int g = 0; g < GROUPS; g++) {
        for (int code = 1; code < ROUND_CODES; code++)
            for (int lane = 0; lane < LANES; lane++)
                run->counts[code] += groups[g].counters[code][lane];
        memset(groups[g].counters, 0, sizeof groups[g].counters);
    }
}

/* Draw the next 32 bits of every lane, as high and low halves. */
static inline void generate_lanes(group_t *group, vec_t *high, vec_t *low, uint32_t numbers[LANES])
{
    vec_t u[2];
    for (int half = 0; half < 2; half++) {
        vec_t a = LOAD(group->s[0] + half * LANES / 2), b = LOAD(group->s[1] + half * LANES / 2);
        vec_t c = LOAD(group->s[2] + half * LANES / 2), d = LOAD(group->s[3] + half * LANES / 2);
        u[half] = ADD32(ROTATE32(ADD32(a, d), 7), a);
        vec_t shifted = SHIFT32(b, 9);
        c = XOR(c, a);
        d = XOR(d, b);
        b = XOR(b, c);
        a = XOR(a, d);
        c = XOR(c, shifted);
        d = ROTATE32(d, 11);
        STORE(group->s[0] + half * LANES / 2, a);
        STORE(group->s[1] + half * LANES / 2, b);
        STORE(group->s[2] + half * LANES / 2, c);
        STORE(group->s[3] + half * LANES / 2, d);
        STORE(numbers + half * LANES / 2, u[half]);
    }
    *high = PACK_HIGH(u[0], u[1]);
    *low = PACK_LOW(u[0], u[1]);
}

/* Take one card in every lane. Return the automaton's entries. */
static inline vec_t take_cards(const run_t *run, group_t *group, vec_t one)
{
    _Alignas(64) uint32_t numbers[LANES];
    vec_t high, low, left = LOAD(group->left);
    generate_lanes(group, &high, &low, numbers);
    /* number * left >> 32, in halves: high * left + (low * left >> 16), and the carry. */
    vec_t product = MUL_LOW(high, left);
    vec_t middle = ADD16(product, MUL_HIGH(low, left));
    vec_t r = ADD_WHERE(MUL_HIGH(high, left), LESS_U(middle, product), SET16(1));
    bits_t doubtful = BITS(EQUAL(middle, SET16(0)));
    if (__builtin_expect(doubtful != 0, 0)) {
        _Alignas(64) uint16_t fair[LANES];
        STORE(fair, r);
        for (int lane = 0; lane < LANES; lane++)
            if (doubtful >> (lane * BIT_STEP) & 1)
                fair[lane] = lane_redraw(group, lane, numbers[lane]);
        r = LOAD(fair);
    }
    vec_t rank = SET16(9);
    for (int j = 0; j < 9; j++) {
        vec_t below = LOAD(group->below[j]);
        mask_t above = GREATER(below, r);
        rank = SUB_WHERE(rank, above, SET16(1));
        STORE(group->below[j], SUB_WHERE(below, above, one));
    }
    STORE(group->ring[run->step % RING], rank);
    STORE(group->left, SUB16(left, one));
    return GATHER(run->automaton.table, OR(LOAD(group->state), rank));
}

/* Do what the entries say. full: the numbers of a full shoe. */
static inline void end_rounds(run_t *run, group_t *group, vec_t entry, const vec_t full[10],
                              vec_t cut)
{
    vec_t code = AND(entry, SET16(15)), zero = SET16(0);
    STORE(group->state, AND_NOT(SET16(15), entry));
    mask_t ended = GREATER(code, zero);
    mask_t lost = AND_MASK(ended, GREATER(SET16(ROUND_PUSHED), code));
    for (int c = 1; c < ROUND_CODES; c++) {
        vec_t counter = LOAD(group->counters[c]);
        STORE(group->counters[c], ADD_WHERE(counter, EQUAL(code, SET16(c)), SET16(1)));
    }
    vec_t left = LOAD(group->left);
    bits_t splits = BITS(EQUAL(code, SET16(ROUND_SPLITS)));
    bits_t empty = BITS(AND_MASK(EQUAL(left, zero), EQUAL(code, zero)));
    if (__builtin_expect((splits | empty) != 0, 0)) {
        _Alignas(64) uint16_t losing[LANES];
        STORE(losing, FROM_MASK(lost));
        for (int lane = 0; lane < LANES; lane++) {
            if (splits >> (lane * BIT_STEP) & 1)
                losing[lane] = lane_split(run, group, lane) ? 0xffff : 0;
            if (empty >> (lane * BIT_STEP) & 1)
                lane_refill(run, group, lane);
        }
        lost = TO_MASK(LOAD(losing));
        left = LOAD(group->left);
    }
    mask_t out = OR_MASK(NOT_MASK(GREATER(left, cut)), TO_MASK(LOAD(group->ran_out)));
    mask_t reset = AND_MASK(ended, out);
    STORE(group->left, BLEND(reset, left, full[9]));
    for (int j = 0; j < 9; j++)
        STORE(group->below[j], BLEND(reset, LOAD(group->below[j]), full[j]));
    STORE(group->ran_out, BLEND(reset, LOAD(group->ran_out), zero));
    STORE(group->begun, BLEND(ended, LOAD(group->begun), SET16((uint16_t)run->step)));
    bits_t resets = BITS(reset);
    run->totals->shoes += __builtin_popcountll(resets) / BIT_STEP;

    vec_t losses = LOAD(group->run), first = LOAD(group->first);
    mask_t not_lost = AND_MASK(ended, NOT_MASK(lost));
    mask_t is_first = AND_MASK(not_lost, EQUAL(first, SET16(NOT_YET)));
    STORE(group->first, BLEND(is_first, first, losses));
    losses = BLEND(not_lost, ADD_WHERE(losses, lost, SET16(1)), zero);
    STORE(group->run, losses);
    STORE(group->longest, MAX_U(LOAD(group->longest), losses));
    vec_t rounds = SUB_WHERE(LOAD(group->rounds), ended, SET16(1));
    STORE(group->rounds, rounds);
    bits_t done = BITS(EQUAL(rounds, zero));
    if (__builtin_expect(done != 0, 0))
        for (int lane = 0; lane < LANES; lane++)
            if (done >> (lane * BIT_STEP) & 1) {
                /* The shoe after the last round is nobody's. */
                run->totals->shoes -= (int64_t)(resets >> (lane * BIT_STEP) & 1);
                lane_end(run, group, lane);
            }
}

static void play_lanes(run_t *run, group_t *groups)
{
    const sim_rules_t *rules = run->rules;
    vec_t full[10];
    int below = 0;
    for (int j = 0; j < 10; j++)
        full[j] = SET16(below += rules->full[j]);
    vec_t one = SET16(rules->infinite ? 0 : 1);
    vec_t cut = SET16(rules->infinite ? 0 : rules->cut);
    for (int g = 0; g < GROUPS; g++)
        for (int lane = 0; lane < LANES; lane++)
            lane_start(run, &groups[g], lane);
    while (run->busy) {
        vec_t entries[GROUPS];
        for (int g = 0; g < GROUPS; g++)
            entries[g] = take_cards(run, &groups[g], one);
        run->step++;
        for (int g = 0; g < GROUPS; g++)
            end_rounds(run, &groups[g], entries[g], full, cut);
        if (run->step % FLUSH == 0)
            flush(run, groups);
    }
    flush(run, groups);
}

/* Add the counts of the codes to the totals. */
static void add_counts(run_t *run)
{
    const sim_rules_t *rules = run->rules;
    const int bet = rules->bet;
    const int worth[ROUND_CODES] = {0, -2 * bet, -bet, -bet / 2, 0, bet, rules->natural, 2 * bet};
    for (int code = 1; code < ROUND_CODES; code++)
        run->totals->results[rules->reach + worth[code]] += run->counts[code];
}

int64_t PLAY_LANES(const sim_rules_t *rules, const uint64_t key[4], uint64_t first, int64_t rounds,
                   sim_totals_t *totals, sim_block_t *blocks)
{
    run_t *run = calloc(1, sizeof *run);
    group_t *groups = aligned_alloc(64, (sizeof(group_t) + 63) / 64 * 64 * GROUPS);
    int built = run && groups ? rounds_build(&run->automaton, rules) : WORK_NO_MEMORY;
    if (built == WORK_DONE) {
        memset(groups, 0, sizeof(group_t) * GROUPS);
        run->rules = rules;
        run->key = key;
        run->first = first;
        run->rounds = rounds;
        run->blocks = (rounds + SIM_BLOCK - 1) / SIM_BLOCK;
        run->totals = totals;
        run->played = blocks;
        play_lanes(run, groups);
        add_counts(run);
    }
    if (run)
        free(run->automaton.table);
    free(run);
    free(groups);
    return built == WORK_DONE ? rounds : built == ROUNDS_TOO_MANY ? 0 : WORK_NO_MEMORY;
}
