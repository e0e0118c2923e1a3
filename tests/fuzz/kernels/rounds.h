/* Rounds of blackjack as they are played at a table, card by card, in the plainest way. */
#pragma once

#include "blackjack/shoe.h"

#include "subject.h"

/* A hand that was played to its end. */
typedef struct {
    int total, bets;
    bool is_given_up;
} ended_t;

typedef struct {
    const sim_rules_t *rules;
    shoe_t shoe;
    int upcard, hole; /* hole: not seen yet; -1: none */
    int early;        /* the true count when hands could be given up early, or -1 */
    int points, cards;
    bool ace; /* the dealer's */
    ended_t hands[SIM_PLAYERS][SIM_HANDS];
    int count[SIM_PLAYERS];
} table_t;

/* The action of a player in a state at a true count. */
static inline int action_at(const table_t *table, int level, int state)
{
    const sim_rules_t *rules = table->rules;
    return rules->actions[rules->charts[level] * rules->states + state][table->upcard] &
           ~SIM_BY_COUNT;
}

/* The action of a player now; a player who declined early surrender plays as then. */
static inline int action_of(const table_t *table, int state)
{
    int action = action_at(table, shoe_level(&table->shoe, table->hole), state);
    if ((action & 7) == SIM_SURRENDER && table->early >= 0)
        return action_at(table, table->early, state);
    return action;
}

static inline int dealer_points(const table_t *table)
{
    return table->points + (table->ace && table->points + 10 <= 21 ? 10 : 0);
}

static inline bool is_blackjack(const table_t *table)
{
    return table->cards == 2 && dealer_points(table) == 21;
}

static inline int deal_dealer(table_t *table)
{
    int rank = shoe_draw(&table->shoe);
    table->points += rank + 1;
    table->ace |= rank == 0;
    table->cards++;
    return rank;
}

/* Play a hand, and before the next player's the hands split from it. */
static inline void play_hands(table_t *table, int player, int first, int state)
{
    const sim_rules_t *rules = table->rules;
    int most = first == 0 ? rules->max_ace_hands : rules->max_hands, made = 1;
    for (int played = 0; played < made; played++) {
        ended_t *hand = &table->hands[player][table->count[player]++];
        *hand = (ended_t){0, 1, false};
        if (played)
            state = rules->next[10 + first][shoe_draw(&table->shoe)];
        for (bool plays = true; plays;) {
            int code = action_of(table, state), action = code & 7;
            bool splits = action == SIM_SPLIT && made < most;
            if (action == SIM_SPLIT && !splits)
                action = code >> 3;
            plays = splits || action == SIM_HIT;
            hand->is_given_up = action == SIM_SURRENDER;
            hand->bets = action == SIM_DOUBLE ? 2 : 1;
            if (splits)
                made++;
            if (plays || action == SIM_DOUBLE)
                state = rules->next[splits ? 10 + first : state][shoe_draw(&table->shoe)];
        }
        hand->total = rules->totals[state];
    }
}

/* Whether a player has a hand that is compared with the dealer's. */
static inline bool is_compared(const table_t *table, int player)
{
    bool is = false;
    for (int k = 0; k < table->count[player]; k++) {
        const ended_t *hand = &table->hands[player][k];
        is |= hand->total <= 21 && !hand->is_given_up;
    }
    return is;
}

/* Whether a player's payout depends on a blackjack of the dealer's all the same. */
static inline bool depends(const table_t *table, int player)
{
    bool is = false;
    for (int k = 0; k < table->count[player]; k++) {
        const ended_t *hand = &table->hands[player][k];
        is |= hand->total == SIM_NATURAL || hand->total == SIM_CHARLIE;
        is |= table->rules->original_bets_only && (table->count[player] > 1 || hand->bets == 2);
    }
    return is;
}

/* The payout of a player for all hands, in units. */
static inline int paid(const table_t *table, int player)
{
    const sim_rules_t *rules = table->rules;
    int sum = 0, dealer = dealer_points(table);
    for (int k = 0; k < table->count[player]; k++) {
        const ended_t *hand = &table->hands[player][k];
        int stake = hand->bets * rules->bet;
        if (hand->is_given_up)
            sum -= rules->bet / 2;
        else if (hand->total == SIM_BUST)
            sum -= stake;
        else if (hand->total == SIM_NATURAL)
            sum += is_blackjack(table) ? 0 : rules->natural;
        else if (is_blackjack(table))
            sum -= stake;
        else if (hand->total == SIM_CHARLIE || dealer > 21 || hand->total > dealer)
            sum += stake;
        else if (hand->total < dealer)
            sum -= stake;
    }
    bool one_bet = rules->original_bets_only && is_blackjack(table) && sum < -rules->bet;
    return one_bet ? -rules->bet : sum;
}

/* Play a round: write what each player is paid, and whether all are insured. */
static inline void play_round(table_t *table, int results[SIM_PLAYERS], bool *insured)
{
    const sim_rules_t *rules = table->rules;
    int first[SIM_PLAYERS], state[SIM_PLAYERS], players = rules->players;
    table->points = table->cards = 0;
    table->ace = false;
    table->hole = table->early = -1;
    for (int p = 0; p < players; p++)
        first[p] = shoe_draw(&table->shoe);
    table->upcard = deal_dealer(table);
    for (int p = 0; p < players; p++)
        state[p] = rules->next[first[p]][shoe_draw(&table->shoe)];
    if (rules->peek)
        table->hole = deal_dealer(table);
    int level = shoe_level(&table->shoe, table->hole);
    bool looks = table->upcard == 0 || table->upcard == 9, is_over = is_blackjack(table);
    bool is_compared_with = false, counts = false;
    *insured = table->upcard == 0 && level >= rules->insurance && rules->insurance < SIM_COUNTS;
    if (rules->peek && rules->early_surrender && looks)
        table->early = level;
    for (int p = 0; p < players; p++) {
        bool gives_up =
            table->early >= 0 && (action_at(table, level, state[p]) & 7) == SIM_SURRENDER;
        table->count[p] = 0;
        if (!is_over && !gives_up)
            play_hands(table, p, first[p], state[p]);
        else
            table->hands[p][table->count[p]++] = (ended_t){rules->totals[state[p]], 1, gives_up};
        is_compared_with |= !is_over && is_compared(table, p);
        counts |= depends(table, p);
    }
    if (!rules->peek && (is_compared_with || (looks && (counts || *insured))))
        deal_dealer(table);
    while (is_compared_with && !is_blackjack(table)) {
        int points = dealer_points(table);
        if (points > 17 || (points == 17 && (table->points == 17 || !rules->hit_soft_17)))
            break;
        deal_dealer(table);
    }
    for (int p = 0; p < players; p++)
        results[p] = paid(table, p);
}

/* The sums of a block, besides its sessions. */
typedef struct {
    int64_t sum, first_run, last_run, longest_run;
} sums_t;

static inline void count_rounds(table_t *table, const int results[SIM_PLAYERS], bool insured,
                                int level, sim_totals_t *totals, int64_t *won)
{
    const sim_rules_t *rules = table->rules;
    int64_t sum = 0, insurance = 0;
    if (insured)
        insurance = is_blackjack(table) ? rules->bet : -(rules->bet / 2);
    for (int p = 0; p < rules->players; p++) {
        totals->results[rules->reach + results[p]]++;
        sum += results[p] + insurance;
        totals->insured += insured;
        totals->insurances_won += insured && is_blackjack(table);
    }
    totals->counts[level].rounds++;
    totals->counts[level].sum += sum;
    totals->counts[level].squares += (uint64_t)(sum * sum);
    *won = (results[0] + insurance) * rules->bets[level];
}

/* Play the rounds of a block. */
static inline void play_block(table_t *table, const uint64_t key[4], uint64_t number,
                              int64_t rounds, sim_totals_t *totals, sums_t *sums)
{
    const sim_rules_t *rules = table->rules;
    int64_t run = 0, won;
    shoe_t *shoe = &table->shoe;
    memset(shoe, 0, sizeof *shoe);
    *sums = (sums_t){.first_run = -1};
    shoe->rules = rules;
    generator_start(&shoe->generator, key, number);
    for (int64_t round = 0; round < rounds; round++) {
        int results[SIM_PLAYERS];
        bool insured, is_cut = (int64_t)shoe->left <= rules->cut;
        if (round == 0 || (!rules->infinite && (shoe->ran_out || is_cut)))
            shoe_shuffle(shoe);
        shoe->drawn = 0;
        int level = shoe_level(shoe, -1);
        play_round(table, results, &insured);
        totals->cards += shoe->drawn;
        count_rounds(table, results, insured, level, totals, &won);
        sums->sum += won;
        if (results[0] >= 0 && sums->first_run < 0)
            sums->first_run = run;
        run = results[0] < 0 ? run + 1 : 0;
        sums->longest_run = run > sums->longest_run ? run : sums->longest_run;
    }
    sums->last_run = run;
    sums->first_run = sums->first_run < 0 ? run : sums->first_run;
    totals->shoes += shoe->shoes;
}
