/* The plain engine of the simulator: every rule, any number of players, counts and bets.
 * It is the oracle of the lanes, and plays what they cannot. */
#include "blackjack/shoe.h"

#include <string.h>

typedef struct {
    int total, stake; /* stake in bets: 2 when doubled, -1 when surrendered */
} hand_t;

void shoe_fill(shoe_t *shoe, const int counts[10])
{
    int sum = 0;
    for (int j = 0; j < 8; j++)
        shoe->below[j] = (int16_t)(sum += counts[j]);
    shoe->below_8 = (int16_t)(sum += counts[8]);
    shoe->left = (uint32_t)(sum + counts[9]);
}

static void shuffle(shoe_t *shoe)
{
    shoe_fill(shoe, shoe->rules->full);
    shoe->ran_out = false;
    shoe->shoes++;
}

void shoe_refill(shoe_t *shoe)
{
    int counts[10];
    memcpy(counts, shoe->rules->full, sizeof counts);
    int from = shoe->drawn - shoe->drawn % shoe->rules->cards;
    for (int i = from; i < shoe->drawn; i++)
        counts[shoe->log[i]]--;
    shoe_fill(shoe, counts);
    shoe->ran_out = true;
}

static inline int draw(shoe_t *shoe)
{
    if (shoe->left == 0)
        shoe_refill(shoe);
    uint32_t left = shoe->left;
    uint64_t product = (uint64_t)generate(&shoe->generator) * left;
    if ((uint32_t)product < left) {
        uint32_t unfair = -left % left;
        while ((uint32_t)product < unfair)
            product = (uint64_t)generate(&shoe->generator) * left;
    }
    int16_t r = (int16_t)(product >> 32), taken = shoe->rules->infinite ? 0 : 1;
    eight_t above = shoe->below > r; /* -1 in every lane above r */
    int above_8 = shoe->below_8 > r;
    shoe->below -= above & taken;
    shoe->below_8 = (int16_t)(shoe->below_8 - (above_8 & taken));
    shoe->left -= (uint32_t)taken;
    uint64_t halves[2];
    memcpy(halves, &above, sizeof halves);
    const uint64_t ones = UINT64_C(0x0001000100010001);
    int lanes = (int)(((halves[0] & ones) + (halves[1] & ones)) * ones >> 48);
    int rank = 9 - above_8 - lanes;
    shoe->log[shoe->drawn++ & 511] = (uint8_t)rank;
    return rank;
}

/* The true count: the running count by decks left, rounded down. */
static int true_count(const shoe_t *shoe)
{
    const sim_rules_t *rules = shoe->rules;
    int running = 0, before = 0;
    for (int rank = 0; rank < 10; rank++) {
        int upto = rank < 8 ? shoe->below[rank] : rank == 8 ? shoe->below_8 : (int)shoe->left;
        running += rules->tags[rank] * (rules->full[rank] - (upto - before));
        before = upto;
    }
    int scaled = running * 52, left = (int)shoe->left;
    int count = scaled >= 0 ? scaled / left : -((-scaled + left - 1) / left);
    return count < -20 ? -20 : count > 20 ? 20 : count;
}

/* Play one hand and those that are split off it, left to right, from a state that has two cards
 * (or one, if it was split off). Return the number of hands. */
static inline int play_hands(shoe_t *shoe, int state, int pair, int upcard, hand_t hands[4])
{
    const sim_rules_t *rules = shoe->rules;
    int finished = 0, waiting = 0, made = 1;
    for (;;) {
        int stake = 1;
        for (;;) {
            int code = rules->actions[state][upcard], action = code & 7;
            if (action == SIM_SPLIT) {
                int limit = pair == 0 ? rules->max_ace_hands : rules->max_hands;
                if (made < limit) {
                    made++;
                    waiting++;
                    state = rules->next[10 + pair][draw(shoe)];
                    continue;
                }
                action = code >> 3;
            }
            if (action == SIM_HIT) {
                state = rules->next[state][draw(shoe)];
                continue;
            }
            if (action == SIM_DOUBLE) {
                stake = 2;
                state = rules->next[state][draw(shoe)];
            } else if (action == SIM_SURRENDER) {
                stake = -1;
            }
            break;
        }
        hands[finished++] = (hand_t){rules->totals[state], stake};
        if (waiting == 0)
            return finished;
        waiting--;
        state = rules->next[10 + pair][draw(shoe)];
    }
}

typedef struct {
    int hard, cards;
    bool ace;
} dealer_t;

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

/* The dealer's play, after the players'. Return the total, SIM_BUST or SIM_NATURAL. */
static int play_dealer(shoe_t *shoe, dealer_t *dealer, bool standing)
{
    int total = dealer_total(dealer);
    if (dealer->cards == 2 && total == 21)
        return SIM_NATURAL;
    while (standing &&
           (total < 17 || (total == 17 && dealer->hard == 7 && shoe->rules->hit_soft_17))) {
        deal_dealer(dealer, draw(shoe));
        total = dealer_total(dealer);
        if (dealer->cards == 2 && total == 21)
            return SIM_NATURAL;
    }
    return total < SIM_BUST ? total : SIM_BUST;
}

/* What a hand came to, in units. */
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
    return hand.total == dealer ? 0 : -stake;
}

/* Play one round. results: what each player won per bet. The number of players is an argument so
 * that the compiler makes a version for one. */
static inline void play_round(shoe_t *shoe, int results[SIM_PLAYERS], int players)
{
    const sim_rules_t *rules = shoe->rules;
    int state[SIM_PLAYERS], first[SIM_PLAYERS], count[SIM_PLAYERS];
    hand_t hands[SIM_PLAYERS][4];
    dealer_t dealer = {0, 0, false};
    for (int p = 0; p < players; p++)
        state[p] = first[p] = draw(shoe);
    int upcard = draw(shoe);
    deal_dealer(&dealer, upcard);
    for (int p = 0; p < players; p++)
        state[p] = rules->next[state[p]][draw(shoe)];
    if (rules->peek)
        deal_dealer(&dealer, draw(shoe));
    bool over = rules->peek && dealer_total(&dealer) == 21;
    bool standing = false, natural = false;
    for (int p = 0; p < players; p++) {
        if (over) {
            hands[p][0] = (hand_t){rules->totals[state[p]], 1};
            count[p] = 1;
            continue;
        }
        count[p] = play_hands(shoe, state[p], first[p], upcard, hands[p]);
        for (int i = 0; i < count[p]; i++) {
            natural |= hands[p][i].total == SIM_NATURAL;
            standing |= hands[p][i].total < SIM_BUST && hands[p][i].stake > 0;
        }
    }
    /* Without a hole card a natural waits for the dealer's second card. */
    if (!rules->peek && (standing || (natural && (upcard == 0 || upcard == 9))))
        deal_dealer(&dealer, draw(shoe));
    int total = over ? SIM_NATURAL : play_dealer(shoe, &dealer, standing);
    for (int p = 0; p < players; p++) {
        results[p] = 0;
        for (int i = 0; i < count[p]; i++)
            results[p] += settle(rules, hands[p][i], total);
    }
}

int sim_finish_split(shoe_t *shoe, int state, int pair, int upcard, int hole)
{
    const sim_rules_t *rules = shoe->rules;
    hand_t hands[4];
    dealer_t dealer = {0, 0, false};
    bool standing = false;
    int result = 0, count = play_hands(shoe, state, pair, upcard, hands);
    for (int i = 0; i < count; i++)
        standing |= hands[i].total < SIM_BUST && hands[i].stake > 0;
    deal_dealer(&dealer, upcard);
    if (hole >= 0)
        deal_dealer(&dealer, hole);
    else if (standing)
        deal_dealer(&dealer, draw(shoe));
    int total = play_dealer(shoe, &dealer, standing);
    for (int i = 0; i < count; i++)
        result += settle(rules, hands[i], total);
    return result;
}

void generator_start(generator_t *generator, const uint64_t key[4], uint64_t number)
{
    stream_t stream;
    stream_start(&stream, key, number);
    uint64_t low = stream_next(&stream), high = stream_next(&stream);
    generator->s[0] = (uint32_t)low;
    generator->s[1] = (uint32_t)(low >> 32);
    generator->s[2] = (uint32_t)high;
    generator->s[3] = (uint32_t)(high >> 32);
    if (low == 0 && high == 0)
        generator->s[0] = 1; /* The generator could not leave four zeros. */
}

static bool is_flat(const sim_rules_t *rules)
{
    for (int i = 0; i < SIM_COUNTS; i++)
        if (rules->bets[i] != 1)
            return false;
    return true;
}

void sim_play(const sim_rules_t *rules, const uint64_t key[4], uint64_t number, int rounds,
              sim_totals_t *totals, sim_block_t *block)
{
    shoe_t shoe;
    memset(&shoe, 0, sizeof shoe);
    shoe.rules = rules;
    generator_start(&shoe.generator, key, number);
    shuffle(&shoe);
    bool flat = is_flat(rules);
    int64_t run = 0;
    memset(block, 0, sizeof *block);
    block->rounds = rounds;
    block->first_run = -1;
    for (int i = 0; i < rounds; i++) {
        int results[SIM_PLAYERS];
        if (!rules->infinite && i > 0 && (shoe.ran_out || shoe.left <= (uint32_t)rules->cut))
            shuffle(&shoe);
        shoe.drawn = 0;
        int bets = flat ? 1 : rules->bets[true_count(&shoe) + 20];
        if (rules->players == 1)
            play_round(&shoe, results, 1);
        else
            play_round(&shoe, results, rules->players);
        shoe.cards += shoe.drawn;
        int64_t sum = 0;
        for (int p = 0; p < rules->players; p++) {
            totals->results[rules->reach + results[p]]++;
            sum += results[p];
        }
        totals->wagered += (int64_t)bets * rules->players;
        totals->sum += sum * bets;
        totals->squares += (uint64_t)(sum * bets * sum * bets);
        block->sum += (int64_t)results[0] * bets;
        if (block->sum < block->lowest)
            block->lowest = block->sum;
        if (results[0] < 0) {
            run++;
        } else {
            if (block->first_run < 0)
                block->first_run = run;
            run = 0;
        }
        if (run > block->longest_run)
            block->longest_run = run;
    }
    if (block->first_run < 0)
        block->first_run = run;
    block->last_run = run;
    totals->cards += shoe.cards;
    totals->shoes += shoe.shoes;
}

/* Play in lanes what can be: one player with flat bets, without paths. Return the rounds played, or
 * WORK_NO_MEMORY. */
static int64_t run_lanes(const sim_rules_t *rules, const uint64_t key[4], uint64_t first,
                         int64_t rounds, sim_totals_t *totals, sim_block_t *blocks)
{
    int64_t done = 0;
#if defined(__x86_64__)
    if (rules->players != 1 || rules->has_paths || !is_flat(rules))
        return 0;
    if (core_has(rules->core, CORE_AVX512))
        done = sim_lanes_avx512(rules, key, first, rounds, totals, blocks);
    else if (core_has(rules->core, CORE_AVX2))
        done = sim_lanes_avx2(rules, key, first, rounds, totals, blocks);
    if (done <= 0)
        return done;
    totals->wagered += rounds;
    for (int64_t result = -rules->reach; result <= rules->reach; result++) {
        int64_t count = totals->results[rules->reach + result];
        totals->sum += result * count;
        totals->squares += (uint64_t)(result * result * count);
    }
#else
    (void)rules, (void)key, (void)first, (void)rounds, (void)totals, (void)blocks;
#endif
    return done;
}

int sim_run(const sim_rules_t *rules, const uint64_t key[4], uint64_t first, int64_t rounds,
            sim_totals_t *totals, sim_block_t *blocks)
{
    int64_t done = run_lanes(rules, key, first, rounds, totals, blocks);
    if (done < 0)
        return WORK_NO_MEMORY;
    for (; done < rounds; done += SIM_BLOCK) {
        int64_t left = rounds - done;
        sim_play(rules, key, first + (uint64_t)(done / SIM_BLOCK),
                 left < SIM_BLOCK ? (int)left : SIM_BLOCK, totals, blocks + done / SIM_BLOCK);
    }
    return WORK_DONE;
}
