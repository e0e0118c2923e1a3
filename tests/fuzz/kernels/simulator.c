/* The simulator under any rules and with any strategy that `sim_fits` lets through: every engine
 * plays the same rounds, also where a number has to be drawn again, and totals counted in different
 * ways agree. */
#include "blackjack/path.h"
#include "subject.h"
#include "steer.h"

enum { SINGLE = 0, SPLIT_OFF = 10, PAIR = 20, BUST = 30, NATURAL = 31, OTHER = 32 };
enum { DEALT, SPLIT, MORE, GROUPS };
enum { STATES = OTHER + 44 * GROUPS, MOST_CHARTS = 3, MOST_BLOCKS = 3, CORES = 3, CHANGES = 12 };
enum { PATH = MOST_BLOCKS * SIM_BLOCK };

static _Thread_local uint16_t next[STATES][10];
static _Thread_local uint8_t totals[STATES], actions[MOST_CHARTS * STATES][10];
static _Thread_local sim_rules_t rules;

/* Draw an action: mostly stand, hit or double; `sim_fits` rejects impossible ones. */
static uint8_t draw_code(stream_t *stream, int state, bool is_dealt)
{
    int action = (int)stream_below(stream, 3), instead = (int)stream_below(stream, 3);
    if (totals[state] >= 17 && stream_below(stream, 8))
        action = instead = SIM_STAND;
    if (totals[state] >= 21)
        return SIM_STAND;
    if (state / 10 == 2 && stream_below(stream, 2))
        action = SIM_SPLIT;
    else if (is_dealt && rules.step && !stream_below(stream, 8))
        action = SIM_SURRENDER;
    return (uint8_t)(action | instead << 3);
}

/* Add a state whose cards count `hard` with aces as 1. */
static void fill_state(int state, int hard, bool ace, int group)
{
    totals[state] = (uint8_t)(ace && hard <= 11 ? hard + 10 : hard);
    for (int rank = 0; rank < 10; rank++) {
        int more = hard + rank + 1;
        bool soft = (ace || rank == 0) && more <= 11;
        int sum = soft ? more + 10 : more;
        int after = state < SPLIT_OFF ? DEALT : state < PAIR ? SPLIT : group;
        next[state][rank] =
            (uint16_t)(sum > 21                             ? BUST
                       : state < PAIR && state % 10 == rank ? PAIR + rank
                       : sum == 21 && state < SPLIT_OFF     ? NATURAL
                                                            : OTHER + 44 * after + 22 * soft + sum);
        if (totals[state] >= 21)
            next[state][rank] = (uint16_t)state;
    }
}

static void make_strategy(int charts, stream_t *stream)
{
    for (int rank = 0; rank < 10; rank++) {
        fill_state(SINGLE + rank, rank + 1, rank == 0, MORE);
        fill_state(SPLIT_OFF + rank, rank + 1, rank == 0, MORE);
        fill_state(PAIR + rank, 2 * rank + 2, rank == 0, MORE);
    }
    for (int state = OTHER; state < STATES; state++) {
        int total = (state - OTHER) % 22;
        bool soft = (state - OTHER) / 22 % 2;
        fill_state(state, soft && total > 10 ? total - 10 : total, soft, MORE);
    }
    for (int rank = 0; rank < 10; rank++) {
        next[BUST][rank] = BUST;
        next[NATURAL][rank] = NATURAL;
    }
    if (stream_below(stream, 4) == 0) { /* Hands with this total have won. */
        int won = OTHER + 44 * MORE + 12 + (int)stream_below(stream, 9);
        totals[won] = SIM_CHARLIE;
        for (int rank = 0; rank < 10; rank++)
            next[won][rank] = (uint16_t)won;
    }
    totals[BUST] = SIM_BUST;
    totals[NATURAL] = SIM_NATURAL;
    for (int chart = 0; chart < charts; chart++)
        for (int state = 0; state < STATES; state++)
            for (int upcard = 0; upcard < 10; upcard++)
                actions[chart * STATES + state][upcard] =
                    draw_code(stream, state, state >= OTHER && state < OTHER + 44);
}

/* Flag entries that differ by the count, as bind/ is given it. */
static void flag(int charts)
{
    for (int state = 0; state < STATES; state++)
        for (int upcard = 0; upcard < 10; upcard++) {
            bool differs = false;
            for (int chart = 1; chart < charts; chart++)
                differs |= (actions[chart * STATES + state][upcard] & ~SIM_BY_COUNT) !=
                           (actions[state][upcard] & ~SIM_BY_COUNT);
            for (int chart = 0; chart < charts; chart++)
                actions[chart * STATES + state][upcard] =
                    (uint8_t)((actions[chart * STATES + state][upcard] & ~SIM_BY_COUNT) |
                              (differs ? SIM_BY_COUNT : 0));
        }
}

/* Change the tables anywhere. */
static void change(input_t *input, int charts)
{
    for (int changes = take_up_to(input, CHANGES); changes; changes--) {
        int state = take_byte(input) % STATES, what = take_up_to(input, 3);
        int at = take_up_to(input, 9), value = take_byte(input);
        if (what == 0)
            next[state][at] = (uint16_t)(value % (STATES + 1));
        else if (what == 1)
            actions[state + STATES * (at % charts)][value % 10] = take_byte(input);
        else
            totals[state] = (uint8_t)(value % 26);
        for (int upcard = 0; what == 2 && totals[state] >= SIM_BUST && upcard < 10; upcard++)
            for (int chart = 0; chart < charts; chart++)
                actions[state + STATES * chart][upcard] = SIM_STAND;
    }
}

static void take_rules(input_t *input, int charts)
{
    int flags = take_byte(input), counting = take_up_to(input, 3), decks = take_up_to(input, 9);
    memset(&rules, 0, sizeof rules);
    rules.infinite = flags & 1;
    rules.hit_soft_17 = flags & 2;
    rules.peek = flags & 4;
    rules.early_surrender = flags & 8;
    rules.original_bets_only = flags & 16;
    rules.step = flags & 32 ? 1 << (flags & 15) % 15 : 0;
    rules.players = flags & 64 ? 1 + take_up_to(input, SIM_PLAYERS - 1) : 1;
    rules.insurance = flags & 128 ? take_byte(input) : SIM_COUNTS;
    rules.max_hands = 1 + take_up_to(input, decks % 2 ? 3 : SIM_HANDS - 1);
    rules.max_ace_hands = 1 + take_up_to(input, rules.max_hands - 1);
    rules.bet = 2 + take_byte(input) * (decks == 9 ? 4 : 0);
    rules.natural = take_byte(input) * (decks == 9 ? 300 : 1);
    for (int rank = 0; rank < 10; rank++) {
        rules.full[rank] = decks ? 4 * decks * (rank == 9 ? 4 : 1) : take_up_to(input, 6);
        rules.cards += rules.full[rank];
        rules.playing.tags[rank] = counting ? 0 : take_up_to(input, 18) - 9;
    }
    rules.playing.parts = 1 + take_up_to(input, 3);
    rules.playing.is_running = !counting && take_up_to(input, 1);
    rules.playing.initial = rules.playing.is_running ? take_byte(input) - 200 : 0;
    rules.playing.estimate = 1 + take_up_to(input, 51);
    rules.playing.rounding = take_up_to(input, 2);
    rules.betting = rules.playing;
    rules.betting.tags[0] += counting ? 0 : take_up_to(input, 4);
    int cut = (int)take(input, 2);
    rules.cut = rules.cards ? cut % (rules.cards + 1) : 0;
    for (int level = 0, chart = 0; level < SIM_COUNTS; level++) {
        chart += chart + 1 < charts && take_up_to(input, 7) == 0;
        rules.charts[level] = (uint8_t)chart;
        rules.bets[level] = 1 + level * counting;
    }
    rules.push_22 = take_up_to(input, 1);
    rules.others = &rules;
    rules.neighbours = take_up_to(input, rules.players - 1);
    rules.is_one = rules.neighbours || take_up_to(input, 1);
    rules.leave = decks == 8 ? take_up_to(input, SIM_COUNTS) : 0;
    for (int level = 0; level < SIM_COUNTS; level++) {
        int most = rules.players - rules.neighbours;
        rules.spots[level] = rules.is_one ? 1 + level % most : most;
    }
    rules.session = take_up_to(input, 60);
    rules.bankroll = (int64_t)take_byte(input) * rules.bet;
    rules.states = STATES;
    rules.next = (const uint16_t(*)[10])next;
    rules.totals = totals;
    rules.actions = (const uint8_t(*)[10])actions;
    int most = 2 * rules.max_hands * rules.bet;
    rules.reach = most > rules.natural ? most : rules.natural;
}

/* What an engine played. */
typedef struct {
    sim_totals_t totals;
    sim_block_t blocks[MOST_BLOCKS];
    int64_t *path;
} played_t;

static played_t play(core_t core, const uint64_t key[4], uint64_t first, int64_t rounds)
{
    played_t played;
    memset(&played, 0, sizeof played);
    played.totals.results = calloc((size_t)(2 * rules.reach + 1), sizeof(int64_t));
    rules.core = core;
    rules.path = played.path = calloc(PATH, sizeof(int64_t));
    check(sim_run(&rules, key, first, rounds, &played.totals, played.blocks) == WORK_DONE);
    return played;
}

static void check_sums(const played_t *played, int64_t rounds)
{
    int64_t results = 0, counted = 0, seats = 0, won = 0, sum = 0;
    for (int at = 0; at <= 2 * rules.reach; at++) {
        results += played->totals.results[at];
        won += played->totals.results[at] * (at - rules.reach);
    }
    for (int level = 0; level < SIM_COUNTS; level++) {
        counted += played->totals.counts[level].rounds;
        seats += played->totals.counts[level].rounds * rules.spots[level];
        sum += played->totals.counts[level].sum;
        check(played->totals.counts[level].squares <=
              played->totals.counts[level].own * (uint64_t)rules.players);
    }
    check(results == seats && counted == rounds);
    check(played->totals.insured || won == sum);
    check(played->totals.insurances_won <= played->totals.insured);
    check(played->totals.shoes >= 1 && played->totals.cards >= 3 * rounds);
}

/* Take the key of the rounds; it may let a number be drawn at the edge of the unfair ones. */
static void take_key(input_t *input, uint64_t key[4], uint64_t *first)
{
    memset(key, 0, 4 * sizeof *key);
    key[0] = take(input, 2);
    *first = take_byte(input);
    if (key[0] >> 8 < 192 || rules.cards < 1)
        return;
    int draws = (int)(key[0] & UINT8_MAX);
    int gone = rules.infinite || key[0] >> 8 & 1 ? 0 : draws % rules.cards;
    generator_t generator;
    generator_start(&generator, key, *first);
    steer(&generator, edge_of((uint32_t)(rules.cards - gone), key[0] >> 9 & 3), draws);
    key_of_generator(key, &generator, *first);
}

SUBJECT(simulator)
{
    int charts = 1 + take_up_to(&input, MOST_CHARTS - 1);
    take_rules(&input, charts);
    uint64_t key[4], first;
    take_key(&input, key, &first);
    int64_t rounds = 1 + take_byte(&input);
    if (rounds == 256 && take_byte(&input) >= 224) /* More than a block is slow. */
        rounds = SIM_BLOCK + 1 + (int64_t)(take(&input, 2) % SIM_BLOCK);
    stream_t stream;
    stream_start(&stream, key, 0);
    make_strategy(charts, &stream);
    change(&input, charts);
    flag(charts);
    if (sim_fits(&rules, charts) != 1)
        return;
    core_t core;
    played_t plain = play(CORE_SCALAR, key, first, rounds);
    check_sums(&plain, rounds);
    for (int at = 0; at <= 2 * rules.reach; at++)
        answer((uint64_t)plain.totals.results[at]);
    if (core_at(first % 2, &core) && core != CORE_SCALAR) { /* Two have lanes. */
        played_t other = play(core, key, first, rounds);
        check(memcmp(plain.totals.results, other.totals.results,
                     (size_t)(2 * rules.reach + 1) * sizeof(int64_t)) == 0);
        free(other.totals.results);
        other.totals.results = plain.totals.results;
        check(memcmp(&plain.totals, &other.totals, sizeof plain.totals) == 0);
        check(memcmp(plain.path, other.path, PATH * sizeof(int64_t)) == 0);
        free(other.path);
        for (int64_t block = 0; rules.step && block * SIM_BLOCK < rounds; block++)
            check(memcmp(&plain.blocks[block], &other.blocks[block], sizeof(sim_block_t)) == 0);
    }
    free(plain.totals.results);
    free(plain.path);
}
