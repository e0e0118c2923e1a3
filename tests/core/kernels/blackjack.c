/* Exact values and the simulator. */
#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#include "blackjack/analysis.h"
#include "blackjack/keys.h"
#include "blackjack/rounds.h"

/* States of a hand: one card dealt, one card after a split, pairs, and then what is seen of others:
 * by GROUP, whether an ace counts 11, and total. */
enum { SINGLE = 0, SPLIT_OFF = 10, PAIR = 20, BUST = 30, NATURAL = 31, OTHER = 32 };
enum { GROUP_DEALT, GROUP_SPLIT, GROUP_MORE, GROUPS };
enum { STATES = OTHER + 44 * GROUPS, CHARTS = 2 };

static _Thread_local uint16_t next[STATES][10];
static _Thread_local uint8_t totals[STATES], actions[CHARTS * STATES][10];

/* What a hand with a total does against an upcard in one of the charts. */
static int act(int chart, int total, bool is_soft, int group, int upcard)
{
    bool is_weak = upcard >= 1 && upcard <= 5;
    if (is_soft)
        return total >= 18 ? SIM_STAND : SIM_HIT;
    if (total == 16 && !is_weak && group == GROUP_DEALT && chart == 0)
        return SIM_SURRENDER;
    if (total >= 12)
        return total >= 17 || is_weak || (chart && total >= 15) ? SIM_STAND : SIM_HIT;
    return total >= 9 && group != GROUP_MORE ? SIM_DOUBLE : SIM_HIT;
}

/* Add the transitions of a state whose cards count so much with aces as 1. */
static void fill_state(int state, int hard, bool has_ace, int group)
{
    int total = has_ace && hard <= 11 ? hard + 10 : hard;
    totals[state] = (uint8_t)total;
    for (int rank = 0; rank < 10; rank++) {
        int more = hard + rank + 1;
        bool is_soft = (has_ace || rank == 0) && more <= 11;
        int sum = is_soft ? more + 10 : more, after = GROUP_MORE;
        if (state < PAIR)
            after = state < SPLIT_OFF ? GROUP_DEALT : GROUP_SPLIT;
        next[state][rank] =
            (uint16_t)(sum > 21                             ? BUST
                       : state < PAIR && state % 10 == rank ? PAIR + rank
                       : sum == 21 && state < SPLIT_OFF     ? NATURAL
                                                        : OTHER + 44 * after + 22 * is_soft + sum);
        if (total >= 21)
            next[state][rank] = (uint16_t)state;
        for (int chart = 0; chart < CHARTS; chart++) {
            int code = act(chart, total, has_ace && hard <= 11, group, rank);
            bool splits = state / 10 == 2 && (state == PAIR || state == PAIR + 7 || rank == 5);
            int code_if_not = total >= 21 || code == SIM_SURRENDER ? SIM_STAND : code;
            actions[chart * STATES + state][rank] = (uint8_t)(splits ? SIM_SPLIT | code_if_not << 3
                                                              : state / 10 == 2 ? code_if_not
                                                              : total >= 21     ? SIM_STAND
                                                                                : code);
        }
    }
}

/* Make the automaton of a simple strategy with two charts. */
static void make_automaton(void)
{
    for (int rank = 0; rank < 10; rank++) {
        fill_state(SINGLE + rank, rank + 1, rank == 0, GROUP_MORE);
        fill_state(SPLIT_OFF + rank, rank + 1, rank == 0, GROUP_MORE);
        fill_state(PAIR + rank, 2 * rank + 2, rank == 0, GROUP_MORE);
    }
    for (int state = OTHER; state < STATES; state++) {
        int total = (state - OTHER) % 22;
        bool is_soft = (state - OTHER) / 22 % 2;
        fill_state(state, is_soft && total > 10 ? total - 10 : total, is_soft,
                   (state - OTHER) / 44);
    }
    for (int rank = 0; rank < 10; rank++) {
        next[BUST][rank] = BUST;
        next[NATURAL][rank] = NATURAL;
    }
    totals[BUST] = SIM_BUST;
    totals[NATURAL] = SIM_NATURAL;
    for (int state = 0; state < STATES; state++)
        for (int upcard = 0; upcard < 10; upcard++)
            if (actions[state][upcard] != actions[STATES + state][upcard])
                for (int chart = 0; chart < CHARTS; chart++)
                    actions[chart * STATES + state][upcard] |= SIM_BY_COUNT;
}

/* Six decks, one player who does not count. */
static sim_rules_t plain_rules(core_t core)
{
    sim_rules_t rules = {.cards = 312,
                         .cut = 78,
                         .peek = true,
                         .max_hands = 4,
                         .max_ace_hands = 2,
                         .players = 1,
                         .core = core,
                         .bet = 2,
                         .natural = 3,
                         .reach = 16,
                         .states = STATES,
                         .next = next,
                         .totals = totals,
                         .actions = (const uint8_t(*)[10])actions,
                         .insurance = SIM_COUNTS};
    for (int rank = 0; rank < 10; rank++)
        rules.full[rank] = rank < 9 ? 24 : 96;
    for (int level = 0; level < SIM_COUNTS; level++)
        rules.bets[level] = 1;
    return rules;
}

static void digest_rules(const sim_rules_t *rules, int64_t rounds)
{
    enum { MOST_BLOCKS = 2 };
    const uint64_t key[4] = {9, UINT64_C(0x0123456789abcdef), 7, UINT64_C(1) << 63};
    sim_totals_t sums = {.results = calloc((size_t)(2 * rules->reach + 1), sizeof(int64_t))};
    sim_block_t blocks[MOST_BLOCKS] = {{0}}, all = {0};
    must(sums.results != NULL, "calloc");
    must(sim_run(rules, key, 3, rounds, &sums, blocks) == WORK_DONE, "sim_run");
    add_signed(sums.results, (size_t)(2 * rules->reach + 1));
    for (int level = 0; level < SIM_COUNTS; level++) {
        add((uint64_t)sums.counts[level].rounds);
        add((uint64_t)sums.counts[level].sum);
        add(sums.counts[level].squares);
    }
    const int64_t numbers[] = {sums.insured, sums.insurances_won, sums.cards, sums.shoes};
    add_signed(numbers, 4);
    free(sums.results);
    if (!rules->has_paths)
        return;
    for (int at = 0; SIM_BLOCK * at < rounds; at++)
        sim_join(&all, &blocks[at], rules->bankroll);
    const int64_t path[] = {all.sum,      all.first_run, all.last_run, all.longest_run,
                            all.rounds,   all.ends,      all.ruined,   all.head_sum,
                            all.head_low, all.tail_sum,  all.tail_low};
    add_signed(path, sizeof path / sizeof *path);
}

void digest_simulation(core_t core)
{
    static _Thread_local rounds_t rounds;
    make_automaton();
    sim_rules_t rules = plain_rules(core);
    digest_rules(&rules, SIM_BLOCK);
    must(rounds_build(&rounds, &rules) == WORK_DONE, "rounds_build");
    add_words(rounds.pairs, (size_t)rounds.states * ROUNDS_PAIRS);
    rounds_free(&rounds);

    rules.has_paths = true;
    rules.session = 1000;
    rules.bankroll = 100;
    rules.hit_soft_17 = true;
    digest_rules(&rules, SIM_BLOCK + 500);

    static const int tags[10] = {-1, 1, 1, 1, 1, 1, 0, 0, 0, -1};
    memcpy(rules.tags, tags, sizeof tags);
    rules.insurance = SIM_LEVEL + 3;
    for (int level = SIM_LEVEL + 1; level < SIM_COUNTS; level++) {
        rules.charts[level] = 1;
        rules.bets[level] = level - SIM_LEVEL;
    }
    digest_rules(&rules, 5000);
    rules.players = 3;
    rules.early_surrender = true;
    digest_rules(&rules, 3000);
}

/* Add what can be said of a hand of two cards. */
static void digest_hand(odds_t *odds, int upcard, int one, int two)
{
    uint64_t hand = CARD(one) + CARD(two);
    double values[6], dealer[5], played[3];
    uint8_t plan[44];
    int pair = one == two ? one : -1;
    odds_values(odds, upcard, hand, pair, -1, false, values);
    for (int k = 0; k < 6; k++)
        add_double(values[k]);
    if (odds_dealer(odds, upcard, hand, dealer))
        for (int k = 0; k < 5; k++)
            add_double(dealer[k]);
    for (int k = 0; k < 44; k++)
        plan[k] = k % 22 < 16;
    odds_chart_values(odds, upcard, hand, pair, plan, played);
    for (int k = 0; k < 3; k++)
        add_double(played[k]);
}

void digest_odds(core_t core)
{
    odds_rules_t rules = {
        .double_after_split = true, .double_to = 20, .max_hands = 4, .max_ace_hands = 2};
    for (int round = 0; round < 2; round++) {
        double counts[10];
        for (int rank = 0; rank < 10; rank++)
            counts[rank] = rank < 9 ? 4 + 0.5 * round : 16;
        rules.hit_soft_17 = rules.loses_one_bet = round;
        odds_t *odds = odds_new(core, &rules);
        must(odds != NULL, "odds_new");
        static const int hands[][2] = {{9, 5}, {7, 7}, {0, 6}, {4, 5}};
        for (int k = 0; k < 4; k++) {
            uint64_t hand = CARD(hands[k][0]) + CARD(hands[k][1]);
            int upcard = k + 5 * round;
            must(odds_fill(odds, counts, upcard, hand) == WORK_DONE, "odds_fill");
            digest_hand(odds, upcard, hands[k][0], hands[k][1]);
        }
        odds_free(odds);
    }
}
