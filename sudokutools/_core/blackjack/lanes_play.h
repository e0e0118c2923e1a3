/* The steps of the lanes in blackjack/lanes.h, for all lanes at once. */
#include "blackjack/lanes.h"

#define INLINE inline __attribute__((always_inline))

static inline void generate_lanes(group_t *group, vec_t numbers[2][2])
{
    for (int half = 0; half < 2; half++) {
        const int at = half * LANES / 2;
        vec_t a = LOAD(group->s[0] + at), b = LOAD(group->s[1] + at);
        vec_t c = LOAD(group->s[2] + at), d = LOAD(group->s[3] + at);
        for (int k = 0; k < 2; k++) {
            numbers[k][half] = ADD32(ROTATE32(ADD32(a, d), 7), a);
            vec_t shifted = SHIFT32(b, 9);
            c = XOR(c, a);
            d = XOR(d, b);
            b = XOR(b, c);
            a = XOR(a, d);
            c = XOR(c, shifted);
            d = ROTATE32(d, 11);
        }
        STORE(group->s[0] + at, a);
        STORE(group->s[1] + at, b);
        STORE(group->s[2] + at, c);
        STORE(group->s[3] + at, d);
        STORE(group->second + at, numbers[1][half]);
    }
}

/* Scale 32-bit numbers to numbers below `left`. They may be unfair where the middle is 0.
 * number * left >> 32, in halves: high * left + (low * left >> 16), and the carry. */
static inline vec_t scale(const vec_t numbers[2], vec_t left, vec_t *middle)
{
    vec_t high = HIGH_HALVES(numbers[0], numbers[1]), low = LOW_HALVES(numbers[0], numbers[1]);
    vec_t product = MUL_LOW(high, left);
    *middle = ADD16(product, MUL_HIGH(low, left));
    return ADD_WHERE(MUL_HIGH(high, left), LESS_U(*middle, product), SET16(1));
}

/* Take two cards in every lane from shoes that are `full` at first. Return the entries. */
static INLINE vec_t take_cards(run_t *run, group_t *group, const vec_t full[10], kind_t kind)
{
    vec_t numbers[2][2], r[2], middle[2], left = LOAD(group->left), one = SET16(1);
    vec_t then = kind.infinite ? left : SUB16(left, one);
    generate_lanes(group, numbers);
    r[0] = scale(numbers[0], left, &middle[0]);
    r[1] = scale(numbers[1], then, &middle[1]);
    bits_t doubtful = BITS(EQUAL(MIN_U(middle[0], middle[1]), SET16(0)));
    if (__builtin_expect(doubtful != 0, 0)) {
        _Alignas(64) uint32_t first[LANES];
        _Alignas(64) uint16_t fair[2][LANES];
        for (int k = 0; k < 2; k++) {
            STORE(first + k * LANES / 2, numbers[0][k]);
            STORE(fair[k], r[k]);
        }
        redraw_lanes(run, group, doubtful, first, fair);
        r[0] = LOAD(fair[0]);
        r[1] = LOAD(fair[1]);
    }
    vec_t pair = SET16(99);
    for (int j = 0; j < 9; j++) {
        vec_t below = full[j];
        if (!kind.infinite)
            below = BLEND(group->kept, below, LOAD(group->below[j]));
        mask_t above = GREATER(below, r[0]);
        pair = SUB_WHERE(pair, above, SET16(10));
        if (!kind.infinite)
            below = SUB_WHERE(below, above, one);
        above = GREATER(below, r[1]);
        pair = SUB_WHERE(pair, above, one);
        if (!kind.infinite)
            STORE(group->below[j], SUB_WHERE(below, above, one));
    }
    STORE(group->ring[kind.runs_out ? run->step % RING : 0], pair);
    if (!kind.infinite)
        STORE(group->left, SUB16(then, one));
    return gather(run->automaton.pairs, LOAD(group->state), pair);
}

static inline void play_outside(run_t *run, group_t *group, vec_t entry, mask_t leaving,
                                ends_t *ends, kind_t kind)
{
    _Alignas(64) uint16_t entries[LANES], lost[LANES] = {0}, out[LANES] = {0};
    STORE(entries, entry);
    leave_lanes(run, group, BITS(leaving), entries, lost, out, kind);
    ends->ended = OR_MASK(ends->ended, leaving);
    ends->lost = OR_MASK(ends->lost, TO_MASK(LOAD(lost)));
    ends->out = TO_MASK(LOAD(out));
}

/* Shuffle where a round ended with the first card and the cut card is out: the second one is drawn
 * from the full shoe. Return the new states. */
static vec_t begin_again(const run_t *run, group_t *group, vec_t state, mask_t again,
                         const vec_t full[10])
{
    vec_t numbers[2] = {LOAD(group->second), LOAD(group->second + LANES / 2)}, middle;
    vec_t r = scale(numbers, full[9], &middle), rank = SET16(9), one = SET16(1);
    bits_t doubtful = BITS(AND_MASK(again, EQUAL(middle, SET16(0))));
    bits_t special = BITS(again) & (doubtful | group->redrawn);
    if (special) {
        const uint32_t left = (uint32_t)run->rules->cards;
        _Alignas(64) uint16_t fair[LANES];
        STORE(fair, r);
        EACH_LANE(lane, special)
        {
            generator_t generator;
            for (int k = 0; k < 4; k++)
                generator.s[k] = group->s[k][wide(lane)];
            if (has(group->redrawn, lane))
                generator = group->after[lane];
            uint32_t number = group->second[wide(lane)];
            while (number * left < -left % left)
                number = generate(&generator);
            fair[lane] = (uint16_t)((uint64_t)number * left >> 32);
            for (int k = 0; k < 4; k++)
                group->s[k][wide(lane)] = generator.s[k];
        }
        r = LOAD(fair);
    }
    for (int j = 0; j < 9; j++) {
        mask_t above = GREATER(full[j], r);
        rank = SUB_WHERE(rank, above, one);
        vec_t below = SUB_WHERE(full[j], above, one);
        STORE(group->below[j], BLEND(again, LOAD(group->below[j]), below));
    }
    uint16_t *ring = group->ring[(run->step - 1) % RING];
    STORE(ring, BLEND(again, LOAD(ring), rank));
    return BLEND(again, state, ADD16(rank, one));
}

/* Find out where the shoe is shuffled now, and shuffle. Return the new states. */
static inline vec_t shuffle_lanes(run_t *run, group_t *group, vec_t state, ends_t *ends,
                                  const vec_t full[10], vec_t cut)
{
    vec_t left = LOAD(group->left), one = SET16(1);
    mask_t in = GREATER(ADD_WHERE(left, ends->at_first, one), cut);
    ends->reset = AND_MASK(ends->ended, OR_MASK(NOT_MASK(in), ends->out));
    mask_t again = AND_MASK(ends->reset, ends->at_first);
    state = BLEND(ends->reset, state, SET16(0));
    left = BLEND(ends->reset, left, full[9]);
    group->kept = NOT_MASK(ends->reset);
    if (BITS(again)) {
        state = begin_again(run, group, state, again, full);
        left = SUB_WHERE(left, again, one);
        group->kept = OR_MASK(group->kept, again);
    }
    group->redrawn = 0;
    STORE(group->left, left);
    run->totals->shoes += __builtin_popcountll(BITS(ends->reset)) / BIT_STEP;
    return state;
}

static inline void count_runs(group_t *group, const ends_t *ends)
{
    vec_t run = LOAD(group->run);
    mask_t not_lost = AND_MASK(ends->ended, NOT_MASK(ends->lost));
    bits_t breaks = BITS(not_lost) & group->unbroken;
    if (__builtin_expect(breaks != 0, 0)) {
        EACH_LANE(lane, breaks)
        group->first[lane] = group->run[lane];
        group->unbroken &= ~breaks;
    }
    run = BLEND(not_lost, ADD_WHERE(run, ends->lost, SET16(1)), SET16(0));
    STORE(group->run, run);
    STORE(group->longest, MAX_U(LOAD(group->longest), run));
}

static inline vec_t seen_tags(const run_t *run, const group_t *group)
{
    const int *tags = run->rules->betting.tags;
    int all = 0;
    for (int rank = 0; rank < 10; rank++)
        all += tags[rank] * run->rules->full[rank];
    vec_t count = SUB16(SET16(all), MUL_LOW(LOAD(group->left), SET16(tags[9])));
    for (int j = 0; j < 9; j++) {
        vec_t step = SET16(tags[j + 1] - tags[j]);
        count = ADD16(count, MUL_LOW(LOAD(group->below[j]), step));
    }
    return count;
}

static inline void record_rounds(run_t *run, group_t *group, vec_t entry, bits_t ended)
{
    const sim_rules_t *rules = run->rules;
    _Alignas(64) uint16_t codes[LANES];
    STORE(codes, AND(entry, SET16(7)));
    EACH_LANE(lane, ended)
    {
        int level = group->level[lane], code = codes[lane];
        run->counts[level][code]++;
        if (rules->step)
            path_add(&group->paths[lane], rules, &run->played[group->block[lane]],
                     (int64_t)run->worth[code] * rules->bets[level]);
    }
}

/* Take the counts with which the next rounds begin. */
static inline void take_counts(const run_t *run, group_t *group, vec_t state, const ends_t *ends)
{
    _Alignas(64) uint16_t states[LANES];
    _Alignas(64) int16_t seen[LANES];
    const bits_t reset = BITS(ends->reset), at_first = BITS(ends->at_first);
    STORE(states, state);
    STORE(seen, seen_tags(run, group));
    const sim_counting_t *counting = &run->rules->betting;
    EACH_LANE(lane, BITS(ends->ended))
    {
        int count = seen[lane], left = group->left[lane];
        if (has(at_first, lane)) { /* The last card is of the next round. */
            count -= counting->tags[states[lane] - 1];
            left++;
        }
        group->level[lane] =
            has(reset, lane) ? run->fresh : (uint8_t)count_level(counting, count, left);
    }
}

static void end_blocks(run_t *run, group_t *group, bits_t done, const ends_t *ends)
{
    const bits_t reset = BITS(ends->reset), at_first = BITS(ends->at_first);
    EACH_LANE(lane, done)
    {
        run->totals->shoes -= has(reset, lane); /* The shoe after the last round is nobody's. */
        lane_end(run, group, lane, has(at_first, lane));
    }
}

/* Apply the entries. full: the numbers of a full shoe. */
static INLINE void end_rounds(run_t *run, group_t *group, vec_t entry, const vec_t full[10],
                              vec_t cut, kind_t kind)
{
    const mask_t none = TEST(entry, 0);
    vec_t state = SHIFT_R16(entry, 4);
    ends_t ends = {.ended = TEST(entry, 7), .out = none, .reset = none};
    mask_t bit_3 = TEST(entry, ROUND_AT_FIRST), leaving = AND_MASK(bit_3, NOT_MASK(ends.ended));
    ends.at_first = AND_MASK(bit_3, ends.ended);
    ends.lost = AND_MASK(ends.ended, NOT_MASK(TEST(entry, ROUND_PUSHED)));
    if (kind.records)
        record_rounds(run, group, entry, BITS(ends.ended));
    else
        count_codes(group->nibbles, entry);
    if (kind.runs_out) {
        mask_t idle = EQUAL(state, SET16(run->automaton.states - 1));
        mask_t empty = AND_MASK(GREATER(SET16(CUT), LOAD(group->left)), NOT_MASK(idle));
        leaving = OR_MASK(leaving, AND_MASK(empty, NOT_MASK(ends.ended)));
    }
    if (__builtin_expect(BITS(leaving) != 0, 0)) {
        play_outside(run, group, entry, leaving, &ends, kind);
        state = BLEND(leaving, state, SET16(0));
    }
    if (kind.runs_out) {
        vec_t now = SET16(2 * run->step);
        now = SUB_WHERE(now, ends.at_first, SET16(1));
        STORE(group->begun, BLEND(ends.ended, LOAD(group->begun), now));
    }
    if (!kind.infinite)
        state = shuffle_lanes(run, group, state, &ends, full, cut);
    STORE(group->state, state);
    if (kind.records && !kind.infinite && run->counting)
        take_counts(run, group, state, &ends);
    count_runs(group, &ends);
    vec_t rounds = SUB_WHERE(LOAD(group->rounds), ends.ended, SET16(1));
    STORE(group->rounds, rounds);
    bits_t done = BITS(EQUAL(rounds, SET16(0)));
    if (__builtin_expect(done != 0, 0))
        end_blocks(run, group, done, &ends);
}

/* Add the counters of 4 bits to the ones of 16, and from time to time these to the large ones. */
static inline void flush(run_t *run, group_t *group, bool all)
{
    for (int code = 1; code < ROUND_CODES; code++) {
        vec_t nibbles = LOAD(group->nibbles[(code - 1) / 4]);
        nibbles = AND(SHIFT_R16(nibbles, 4 * ((code - 1) % 4)), SET16(NIBBLE));
        STORE(group->counters[code], ADD16(LOAD(group->counters[code]), nibbles));
        if (!all)
            continue;
        for (int lane = 0; lane < LANES; lane++)
            run->counts[SIM_LEVEL][code] += group->counters[code][lane];
        memset(group->counters[code], 0, sizeof group->counters[code]);
    }
    memset(group->nibbles, 0, sizeof group->nibbles);
}

static INLINE void play_kind(run_t *run, group_t *groups, kind_t kind)
{
    vec_t full[10], cut = SET16(run->rules->cut);
    int below = 0;
    for (int j = 0; j < 10; j++)
        full[j] = SET16(below += run->rules->full[j]);
    for (int turn = 1; run->busy; turn = turn % FLUSH + 1) {
        for (int at = 0; at < NIBBLE; at++) {
            vec_t entries[GROUPS];
            for (int g = 0; g < GROUPS; g++)
                entries[g] = take_cards(run, &groups[g], full, kind);
            run->step++;
            for (int g = 0; g < GROUPS; g++)
                end_rounds(run, &groups[g], entries[g], full, cut, kind);
        }
        for (int g = 0; g < GROUPS; g++)
            flush(run, &groups[g], turn == FLUSH || !run->busy);
    }
}

static void play_lanes(run_t *run, group_t *groups)
{
    const sim_rules_t *rules = run->rules;
    const bool runs_out = rules->cut < SAFE;
    for (int g = 0; g < GROUPS; g++) {
        groups[g].kept = NOT_MASK(TEST(SET16(0), 0));
        for (bits_t lane = 0; lane < LANES; lane++)
            lane_start(run, &groups[g], lane);
    }
    if (run->counting || rules->step) {
        if (rules->infinite)
            play_kind(run, groups, (kind_t){true, false, true});
        else if (runs_out)
            play_kind(run, groups, (kind_t){false, true, true});
        else
            play_kind(run, groups, (kind_t){false, false, true});
    } else if (rules->infinite) {
        play_kind(run, groups, (kind_t){true, false, false});
    } else if (runs_out) {
        play_kind(run, groups, (kind_t){false, true, false});
    } else {
        play_kind(run, groups, (kind_t){false, false, false});
    }
}

static void add_counts(run_t *run)
{
    for (int level = 0; level < SIM_COUNTS; level++) {
        sim_count_t *count = &run->totals->counts[level];
        for (int code = 1; code < ROUND_CODES; code++) {
            int64_t rounds = run->counts[level][code], worth = run->worth[code];
            run->totals->results[run->rules->reach + worth] += rounds;
            count->rounds += rounds;
            count->sum += rounds * worth;
            count->squares += (uint64_t)(rounds * worth * worth);
        }
        count->own = count->squares; /* There is one player. */
    }
}

static bool for_lanes(const sim_rules_t *rules)
{
    bool one_chart = rules->charts[SIM_COUNTS - 1] == 0;
    return rules->players == 1 && one_chart && rules->leave == 0 &&
           rules->insurance >= SIM_COUNTS &&
           (rules->infinite || (rules->cut >= CUT && rules->cards > CUT));
}

int64_t PLAY_LANES(const sim_rules_t *rules, const uint64_t key[4], uint64_t first, int64_t rounds,
                   sim_totals_t *totals, sim_block_t *blocks)
{
    if (!for_lanes(rules))
        return 0;
    const int bet = rules->bet;
    const int worth[ROUND_CODES] = {0, -2 * bet, -bet, -bet / 2, 0, bet, rules->natural, 2 * bet};
    run_t *run = calloc(1, sizeof *run);
    /* Not every system has memory that begins at a multiple of 64. */
    char *memory = calloc(1, sizeof(group_t) * GROUPS + 63);
    int built = run && memory ? rounds_build(&run->automaton, rules) : WORK_NO_MEMORY;
    if (built == WORK_DONE) {
        group_t *groups = (group_t *)(void *)(memory + (-(uintptr_t)memory & 63));
        run->rules = rules;
        run->key = key;
        run->first = first;
        run->rounds = rounds;
        run->blocks = (rounds + SIM_BLOCK - 1) / SIM_BLOCK;
        run->totals = totals;
        run->played = blocks;
        run->counting = sim_counts(rules);
        run->fresh = (uint8_t)count_level(&rules->betting, 0, rules->cards);
        memcpy(run->worth, worth, sizeof worth);
        play_lanes(run, groups);
        add_counts(run);
    }
    if (run)
        rounds_free(&run->automaton);
    free(run);
    free(memory);
    return built == WORK_DONE ? rounds : built == ROUNDS_TOO_MANY ? 0 : WORK_NO_MEMORY;
}
