/* The plain engine of the simulator: every rule, any number of players, counts and bets.
 *
 *   below[j]  cards left of ranks 0 .. j       A:24 2:48 3:72 ... 9:216, all 312
 *
 * A card is a random number r below the cards left; its rank is the number of below[j] <= r, and
 * the entries above r lose one: drawing without replacement, every card equally likely, without
 * shuffling anything. A reshuffle is the full numbers again. */
#include "blackjack_sim.h"

#include <string.h>

/* The generator of a block: xoshiro128++ 1.0 (David Blackman and Sebastiano Vigna, "Scrambled
 * linear pseudorandom number generators", 2021), started from the block's stream. */
typedef struct {
    uint32_t s[4];
} generator_t;

typedef struct {
    const sim_rules_t *rules;
    generator_t generator;
    uint16_t below[16]; /* nine of them are used, the rest are full: they are never passed */
    uint32_t left;
    bool ran_out;      /* within the round: the next one begins with a shuffle */
    int drawn;         /* cards of this round */
    uint8_t log[512];  /* their ranks */
    int64_t cards, shoes;
} shoe_t;

typedef struct {
    int total, stake; /* stake in bets: 2 when doubled, -1 when surrendered */
} hand_t;

static inline uint32_t rotate(uint32_t x, int k)
{
    return (x << k) | (x >> (32 - k));
}

static inline uint32_t generate(generator_t *generator)
{
    uint32_t *s = generator->s;
    uint32_t result = rotate(s[0] + s[3], 7) + s[0], shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 11);
    return result;
}

static void shuffle(shoe_t *shoe)
{
    int sum = 0;
    for (int j = 0; j < 16; j++) {
        if (j < 10)
            sum += shoe->rules->full[j];
        shoe->below[j] = j < 9 ? (uint16_t)sum : 0;
    }
    shoe->left = (uint32_t)shoe->rules->cards;
    shoe->ran_out = false;
    shoe->shoes++;
}

/* Go on with the discards: all cards but those of this round; with as many decks again where
 * these are all cards. */
static void refill(shoe_t *shoe)
{
    int counts[10], sum = 0;
    for (int rank = 0; rank < 10; rank++)
        counts[rank] = shoe->rules->full[rank];
    int from = shoe->drawn - shoe->drawn % shoe->rules->cards;
    for (int i = from; i < shoe->drawn; i++)
        counts[shoe->log[i]]--;
    for (int j = 0; j < 9; j++)
        shoe->below[j] = (uint16_t)(sum += counts[j]);
    shoe->left = (uint32_t)(sum + counts[9]);
    shoe->ran_out = true;
}

static inline int draw(shoe_t *shoe)
{
    if (shoe->left == 0)
        refill(shoe);
    uint32_t left = shoe->left;
    uint64_t product = (uint64_t)generate(&shoe->generator) * left;
    if ((uint32_t)product < left) {
        uint32_t unfair = -left % left;
        while ((uint32_t)product < unfair)
            product = (uint64_t)generate(&shoe->generator) * left;
    }
    uint16_t r = (uint16_t)(product >> 32), taken = shoe->rules->infinite ? 0 : 1;
    uint16_t above = 0;
    for (int j = 0; j < 16; j++) { /* The compiler makes a few vector instructions of this. */
        uint16_t is_above = (uint16_t)(shoe->below[j] > r);
        above = (uint16_t)(above + is_above);
        shoe->below[j] = (uint16_t)(shoe->below[j] - (is_above & taken));
    }
    int rank = 9 - above;
    shoe->left -= taken;
    shoe->log[shoe->drawn++ & 511] = (uint8_t)rank;
    return rank;
}

/* The true count: the running count by decks left, rounded down. */
static int true_count(const shoe_t *shoe)
{
    const sim_rules_t *rules = shoe->rules;
    int running = 0, before = 0;
    for (int rank = 0; rank < 10; rank++) {
        int upto = rank < 9 ? shoe->below[rank] : (int)shoe->left;
        running += rules->tags[rank] * (rules->full[rank] - (upto - before));
        before = upto;
    }
    int scaled = running * 52, left = (int)shoe->left;
    int count = scaled >= 0 ? scaled / left : -((-scaled + left - 1) / left);
    return count < -20 ? -20 : count > 20 ? 20 : count;
}

/* Play one hand and those that are split off it, left to right, from a state that has two cards
 * (or one, if it was split off). Return the number of hands. */
static int play_hands(shoe_t *shoe, int state, int pair, int upcard, hand_t hands[4])
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
    while (standing && (total < 17 || (total == 17 && dealer->hard == 7 &&
                                       shoe->rules->hit_soft_17))) {
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

/* Play one round. results: what each player won per bet. */
static void play_round(shoe_t *shoe, int results[SIM_PLAYERS])
{
    const sim_rules_t *rules = shoe->rules;
    int state[SIM_PLAYERS], first[SIM_PLAYERS], count[SIM_PLAYERS];
    hand_t hands[SIM_PLAYERS][4];
    dealer_t dealer = {0, 0, false};
    for (int p = 0; p < rules->players; p++)
        state[p] = first[p] = draw(shoe);
    int upcard = draw(shoe);
    deal_dealer(&dealer, upcard);
    for (int p = 0; p < rules->players; p++)
        state[p] = rules->next[state[p]][draw(shoe)];
    if (rules->peek)
        deal_dealer(&dealer, draw(shoe));
    bool over = rules->peek && dealer_total(&dealer) == 21;
    bool standing = false, natural = false;
    for (int p = 0; p < rules->players; p++) {
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
    for (int p = 0; p < rules->players; p++) {
        results[p] = 0;
        for (int i = 0; i < count[p]; i++)
            results[p] += settle(rules, hands[p][i], total);
    }
}

static void start(shoe_t *shoe, const sim_rules_t *rules, const uint64_t key[4], uint64_t number)
{
    stream_t stream;
    stream_start(&stream, key, number);
    uint64_t low = stream_next(&stream), high = stream_next(&stream);
    memset(shoe, 0, sizeof *shoe);
    shoe->rules = rules;
    shoe->generator = (generator_t){
        {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)}};
    if (low == 0 && high == 0)
        shoe->generator.s[0] = 1; /* The generator could not leave four zeros. */
    shuffle(shoe);
}

void sim_play(const sim_rules_t *rules, const uint64_t key[4], uint64_t number, int rounds,
              sim_totals_t *totals, sim_block_t *block)
{
    shoe_t shoe;
    start(&shoe, rules, key, number);
    bool flat = true;
    for (int i = 0; i < SIM_COUNTS; i++)
        flat &= rules->bets[i] == 1;
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
        play_round(&shoe, results);
        shoe.cards += shoe.drawn;
        int64_t sum = 0;
        for (int p = 0; p < rules->players; p++) {
            totals->results[8 * rules->bet + results[p]]++;
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

int sim_run(const sim_rules_t *rules, const uint64_t key[4], uint64_t first, int64_t rounds,
            sim_totals_t *totals, sim_block_t *blocks)
{
    for (; rounds > 0; rounds -= SIM_BLOCK)
        sim_play(rules, key, first++, rounds < SIM_BLOCK ? (int)rounds : SIM_BLOCK, totals,
                 blocks++);
    return 0;
}
