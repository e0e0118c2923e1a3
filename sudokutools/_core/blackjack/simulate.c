/* The plain engine of the simulator: every rule, any number of players, counts and bets.
 * It is the oracle of the lanes, and plays the rounds that they cannot. */
#include "blackjack/path.h"
#include "blackjack/rounds.h"

enum { DEALER_PUSHES = 25 };

typedef struct {
    int total, stake; /* stake in bets: 2 when doubled, -1 when surrendered */
} hand_t;

typedef struct {
    int hard, cards;
    bool ace;
    int hidden; /* the rank of a hole card that nobody has seen, or -1 */
} dealer_t;

/* Return the strategy's action in a state at a true count, as the rules write it. */
static inline int decide_at(const sim_rules_t *rules, int level, int state, int upcard)
{
    return rules->actions[rules->charts[level] * rules->states + state][upcard] & ~SIM_BY_COUNT;
}

/* Return the same at the present one. */
static inline int decide(const shoe_t *shoe, const sim_rules_t *rules, int state, int upcard,
                         int hidden)
{
    int code = rules->actions[state][upcard];
    if (__builtin_expect(code & SIM_BY_COUNT, 0))
        return decide_at(rules, shoe_level(shoe, &rules->playing, hidden), state, upcard);
    return code;
}

/* Play one hand and all hands split from it, left to right, from a state of two cards, the
 * first of them `pair`. A hand that was not given up at the true count `early`, when it could be,
 * plays on as then (-1: it still can). Return the number of hands. */
static inline int play_hands(shoe_t *shoe, const sim_rules_t *rules, int state, int pair,
                             int upcard, int hidden, int early, hand_t hands[SIM_HANDS])
{
    const int limit = pair == 0 ? rules->max_ace_hands : rules->max_hands;
    int finished = 0, waiting = 0, made = 1;
    for (;;) {
        int stake = 1;
        for (;;) {
            int code = decide(shoe, rules, state, upcard, hidden), action = code & 7;
            if (action == SIM_SURRENDER && early >= 0) {
                code = decide_at(rules, early, state, upcard);
                action = code & 7;
            }
            if (action == SIM_SPLIT) {
                if (made < limit) {
                    made++;
                    waiting++;
                    state = rules->next[10 + pair][shoe_draw(shoe)];
                    continue;
                }
                action = code >> 3;
            }
            if (action == SIM_HIT) {
                state = rules->next[state][shoe_draw(shoe)];
                continue;
            }
            if (action == SIM_DOUBLE) {
                stake = 2;
                state = rules->next[state][shoe_draw(shoe)];
            } else if (action == SIM_SURRENDER) {
                stake = -1;
            }
            break;
        }
        hands[finished++] = (hand_t){rules->totals[state], stake};
        if (waiting == 0)
            return finished;
        waiting--;
        state = rules->next[10 + pair][shoe_draw(shoe)];
    }
}

static inline void deal_dealer(dealer_t *dealer, int rank)
{
    dealer->hard += rank + 1;
    dealer->ace |= rank == 0;
    dealer->cards++;
}

static inline int dealer_total(const dealer_t *dealer)
{
    return dealer->ace && dealer->hard <= 11 ? dealer->hard + 10 : dealer->hard;
}

/* The dealer's play, after the players'. Return the total, SIM_BUST, SIM_NATURAL or DEALER_PUSHES. */
static int play_dealer(shoe_t *shoe, dealer_t *dealer, bool standing)
{
    int total = dealer_total(dealer);
    if (dealer->cards == 2 && total == 21)
        return SIM_NATURAL;
    while (standing &&
           (total < 17 || (total == 17 && dealer->hard == 7 && shoe->rules->hit_soft_17))) {
        deal_dealer(dealer, shoe_draw(shoe));
        total = dealer_total(dealer);
        if (dealer->cards == 2 && total == 21)
            return SIM_NATURAL;
    }
    if (total < SIM_BUST)
        return total;
    return total == 22 && shoe->rules->push_22 ? DEALER_PUSHES : SIM_BUST;
}

static inline int settle(const sim_rules_t *rules, hand_t hand, int dealer)
{
    if (hand.stake < 0)
        return -rules->bet / 2;
    int stake = hand.stake * rules->bet;
    if (hand.total == SIM_BUST)
        return -stake;
    if (dealer == SIM_NATURAL)
        return hand.total == SIM_NATURAL ? 0 : -stake;
    if (hand.total == SIM_NATURAL)
        return rules->natural;
    if (dealer == SIM_BUST || hand.total > dealer)
        return stake;
    if (dealer == DEALER_PUSHES)
        return hand.total == SIM_CHARLIE ? stake : 0;
    return hand.total == dealer ? 0 : -stake;
}

static inline int settle_all(const sim_rules_t *rules, const hand_t *hands, int count, int dealer)
{
    int result = 0;
    for (int i = 0; i < count; i++)
        result += settle(rules, hands[i], dealer);
    /* Of original bets there is one, however much has been lost. */
    if (rules->original_bets_only && dealer == SIM_NATURAL && result < -rules->bet)
        return -rules->bet;
    return result;
}

/* Whether a hand can still be won and lost, and whether a dealer's blackjack matters to others. */
static inline void look_at_hands(const sim_rules_t *rules, const hand_t *hands, int count,
                                 bool *standing, bool *waiting)
{
    for (int i = 0; i < count; i++) {
        *standing |= hands[i].total < SIM_BUST && hands[i].stake > 0;
        *waiting |= hands[i].total > SIM_BUST;
        *waiting |= rules->original_bets_only && (count > 1 || hands[i].stake == 2);
    }
}

/* Give a dealer without a hole card the second one, where it matters. */
static inline void deal_second(shoe_t *shoe, dealer_t *dealer, int upcard, bool standing,
                               bool waiting)
{
    if (standing || (waiting && (upcard == 0 || upcard == 9)))
        deal_dealer(dealer, shoe_draw(shoe));
}

typedef struct {
    int results[SIM_PLAYERS];             /* what each seat won per bet, insurance apart */
    bool insured, insurance_won, natural; /* natural: the dealer's */
} round_t;

/* Play one round; the first `own` of the seats are counted. The compiler makes a version for one. */
static inline void play_round(shoe_t *shoe, round_t *round, int own, int players)
{
    const sim_rules_t *rules = shoe->rules;
    int state[SIM_PLAYERS], first[SIM_PLAYERS], count[SIM_PLAYERS];
    hand_t hands[SIM_PLAYERS][SIM_HANDS];
    dealer_t dealer = {0, 0, false, -1};
    for (int p = 0; p < players; p++)
        state[p] = first[p] = shoe_draw(shoe);
    int upcard = shoe_draw(shoe);
    deal_dealer(&dealer, upcard);
    for (int p = 0; p < own; p++)
        state[p] = rules->next[state[p]][shoe_draw(shoe)];
    for (int p = own; p < players; p++)
        state[p] = rules->others->next[state[p]][shoe_draw(shoe)];
    if (rules->peek)
        deal_dealer(&dealer, dealer.hidden = shoe_draw(shoe));
    round->insured = upcard == 0 && rules->insurance < SIM_COUNTS &&
                     shoe_level(shoe, &rules->playing, dealer.hidden) >= rules->insurance;
    bool over = rules->peek && dealer_total(&dealer) == 21;
    bool standing = false, waiting = round->insured;
    bool looks = rules->peek && (upcard == 0 || upcard == 9);
    int early =
        rules->early_surrender && looks ? shoe_level(shoe, &rules->playing, dealer.hidden) : -1;
    for (int p = 0; p < players; p++) {
        const sim_rules_t *plan = p < own ? rules : rules->others;
        bool gives_up =
            early >= 0 && (decide_at(plan, early, state[p], upcard) & 7) == SIM_SURRENDER;
        if (over || gives_up) {
            hands[p][0] = (hand_t){plan->totals[state[p]], gives_up ? -1 : 1};
            count[p] = 1;
            continue;
        }
        count[p] =
            play_hands(shoe, plan, state[p], first[p], upcard, dealer.hidden, early, hands[p]);
        look_at_hands(rules, hands[p], count[p], &standing, &waiting);
    }
    if (!rules->peek)
        deal_second(shoe, &dealer, upcard, standing, waiting);
    int total = over ? SIM_NATURAL : play_dealer(shoe, &dealer, standing);
    for (int p = 0; p < own; p++)
        round->results[p] = settle_all(rules, hands[p], count[p], total);
    round->natural = total == SIM_NATURAL;
    round->insurance_won = round->insured && round->natural;
}

bool sim_counts(const sim_rules_t *rules)
{
    for (int rank = 0; rank < 10; rank++)
        if (rules->betting.tags[rank] != 0)
            return true;
    return rules->betting.is_running;
}

/* Count a round. Return what one player won per bet, and write whether that is a loss without
 * insurance: with all seats that are counted, or with the first one. */
static inline int64_t count_round(const sim_rules_t *rules, const round_t *round, int own,
                                  sim_totals_t *totals, sim_count_t *count, bool *lost)
{
    int64_t sum = 0;
    const int seats = rules->is_one ? own : 1;
    int insurance = 0;
    if (round->insured) {
        insurance = round->insurance_won ? rules->bet : -rules->bet / 2;
        totals->insured += own;
        totals->insurances_won += round->insurance_won ? own : 0;
    }
    for (int p = 0; p < own; p++) {
        int64_t won = round->results[p] + insurance;
        totals->results[rules->reach + round->results[p]]++;
        sum += won;
        count->own += (uint64_t)(won * won);
    }
    count->rounds++;
    count->sum += sum;
    count->squares += (uint64_t)(sum * sum);
    int64_t won = rules->is_one ? sum : round->results[0] + insurance;
    *lost = won < seats * insurance;
    return won;
}

/* Add whether the first player lost a round to the runs of a block; `run` is the present one. */
static inline void count_run(sim_block_t *block, int64_t *run, bool lost)
{
    if (lost) {
        ++*run;
    } else {
        if (block->first_run < 0)
            block->first_run = *run;
        *run = 0;
    }
    if (*run > block->longest_run)
        block->longest_run = *run;
}

void sim_play(const sim_rules_t *rules, const uint64_t key[4], uint64_t first, int64_t at,
              int rounds, sim_totals_t *totals, sim_block_t *block)
{
    shoe_t shoe;
    path_t path;
    round_t round;
    memset(&shoe, 0, sizeof shoe);
    shoe.rules = rules;
    generator_start(&shoe.generator, key, first + (uint64_t)at);
    shoe_shuffle(&shoe);
    bool counts = sim_counts(rules);
    int64_t run = 0;
    memset(block, 0, sizeof *block);
    block->rounds = rounds;
    block->first_run = -1;
    path_start(&path, rules, first, at);
    for (int i = 0; i < rounds; i++) {
        if (!rules->infinite && i > 0 && (shoe.ran_out || shoe.left <= (uint32_t)rules->cut))
            shoe_shuffle(&shoe);
        shoe.drawn = 0;
        int level = counts ? shoe_level(&shoe, &rules->betting, -1) : SIM_LEVEL;
        if (level < rules->leave && i > 0 && shoe.left < (uint32_t)rules->cards) {
            shoe_shuffle(&shoe);
            level = shoe_level(&shoe, &rules->betting, -1);
        }
        const int own = rules->spots[level];
        bool lost;
        if (rules->players == 1)
            play_round(&shoe, &round, 1, 1);
        else
            play_round(&shoe, &round, own, own + rules->neighbours);
        shoe.cards += shoe.drawn;
        int64_t won = count_round(rules, &round, own, totals, &totals->counts[level], &lost);
        if (rules->step)
            path_add(&path, rules, block, won * rules->bets[level]);
        count_run(block, &run, lost);
        if (totals->deals) {
            const uint8_t *log = shoe.log + own + rules->neighbours;
            int place = ((level * 10 + shoe.log[0]) * 10 + log[1]) * 10 + log[0];
            totals->deals[2 * place + round.natural]++;
        }
    }
    path_end(&path, block);
    if (block->first_run < 0)
        block->first_run = run;
    block->last_run = run;
    totals->cards += shoe.cards;
    totals->shoes += shoe.shoes;
}

static int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }

static void join_sessions(sim_block_t *block, const sim_block_t *next, int64_t bankroll)
{
    int64_t *sum = block->ends ? &block->tail_sum : &block->head_sum;
    int64_t *low = block->ends ? &block->tail_low : &block->head_low;
    *low = min(*low, *sum + next->head_low);
    *sum += next->head_sum;
    block->ruined += next->ruined;
    if (next->ends) {
        block->ruined += block->ends && *low <= -bankroll;
        block->tail_sum = next->tail_sum;
        block->tail_low = next->tail_low;
    }
    block->ends += next->ends;
}

void sim_join(sim_block_t *block, const sim_block_t *next, int64_t bankroll)
{
    block->longest_run = max(block->longest_run, next->longest_run);
    block->longest_run = max(block->longest_run, block->last_run + next->first_run);
    if (block->first_run == block->rounds)
        block->first_run += next->first_run;
    block->last_run = next->last_run + (next->last_run == next->rounds ? block->last_run : 0);
    block->rounds += next->rounds;
    block->sum += next->sum;
    join_sessions(block, next, bankroll);
}

/* Play in lanes where possible. Return the rounds played, or WORK_NO_MEMORY. */
static int64_t run_lanes(const sim_rules_t *rules, const uint64_t key[4], uint64_t first,
                         int64_t rounds, sim_totals_t *totals, sim_block_t *blocks)
{
#if defined(__x86_64__)
    if (core_has(rules->core, CORE_AVX512))
        return sim_lanes_avx512(rules, key, first, rounds, totals, blocks);
    if (core_has(rules->core, CORE_AVX2))
        return sim_lanes_avx2(rules, key, first, rounds, totals, blocks);
#else
    (void)rules, (void)key, (void)first, (void)rounds, (void)totals, (void)blocks;
#endif
    return 0;
}

int sim_run(const sim_rules_t *rules, const uint64_t key[4], uint64_t first, int64_t rounds,
            sim_totals_t *totals, sim_block_t *blocks)
{
    int64_t done = totals->deals ? 0 : run_lanes(rules, key, first, rounds, totals, blocks);
    if (done < 0)
        return WORK_NO_MEMORY;
    for (; done < rounds; done += SIM_BLOCK) {
        int64_t left = rounds - done, at = done / SIM_BLOCK;
        sim_play(rules, key, first, at, left < SIM_BLOCK ? (int)left : SIM_BLOCK, totals,
                 blocks + at);
    }
    return WORK_DONE;
}
