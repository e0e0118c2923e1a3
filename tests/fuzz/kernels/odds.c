/* Exact odds under any rules, of any shoe, upcard, hand and plan that bind/blackjack.c lets through: the
 * same to the last bit on every core; what is asked twice is the same; and where the shoe cannot run
 * out, values are within what can be won and lost and doubling is worth at most twice a hit. */
#include <math.h>

#include "blackjack/analysis.h"
#include "blackjack/keys.h"
#include "fuzz.h"

enum { CORES = 3, MOST_QUESTIONS = 3, MANY = 250, ALL = 250 };

static odds_t *tables[CORES];
static odds_rules_t rules;
static int cores;

static odds_rules_t take_rules(input_t *input)
{
    odds_rules_t taken;
    memset(&taken, 0, sizeof taken);
    int flags = take_byte(input), doubles = take_up_to(input, 2);
    taken.hit_soft_17 = flags & 1;
    taken.double_after_split = flags & 2;
    taken.loses_one_bet = flags & 4;
    taken.hit_split_aces = flags & 8;
    taken.infinite = flags & 16;
    taken.double_from = doubles == 0 ? 0 : doubles == 1 ? 9 : 10;
    taken.double_to = doubles == 0 ? 20 : 11;
    taken.max_hands = 1 + take_up_to(input, 4);
    taken.max_ace_hands = 1 + take_up_to(input, 4);
    if (flags >= ALL) {
        taken.max_hands = 1 + take_up_to(input, ODDS_HANDS - 1);
        taken.max_ace_hands = 1 + take_up_to(input, ODDS_HANDS - 1);
    }
    taken.charlie = take_up_to(input, 9);
    return taken;
}

/* Take a hand of some cards, or any key. */
static uint64_t take_hand(input_t *input)
{
    uint64_t hand = 0;
    int cards = take_up_to(input, 7);
    if (cards == 7)
        return take(input, 8);
    if (cards == 1)
        return 2 * CARD(take_up_to(input, 9));
    for (int k = 0; k < cards; k++)
        hand += CARD(take_up_to(input, 9));
    return hand;
}

/* Take a shoe; return whether it is of so many whole cards that no hand can run out of them. */
static bool take_shoe(input_t *input, double counts[10])
{
    int kind = take_up_to(input, 7);
    double points = 0;
    bool whole = true;
    for (int rank = 0; rank < 10; rank++) {
        counts[rank] = kind == 0   ? take_byte(input)
                       : kind == 1 ? take_byte(input) / 64.0
                                   : 4 * kind * (rank == 9 ? 4 : 1) - take_byte(input) % 8;
        counts[rank] = counts[rank] > 0 ? counts[rank] : 0;
        points += (rank + 1) * counts[rank];
        whole &= counts[rank] == floor(counts[rank]);
    }
    int hands = rules.max_hands > rules.max_ace_hands ? rules.max_hands : rules.max_ace_hands;
    return whole && !rules.infinite && points > 30 * hands + 10;
}

static void fill(const double counts[10], int upcard, uint64_t hand)
{
    for (int k = 0; k < cores; k++)
        check(odds_fill(tables[k], counts, upcard, hand) == WORK_DONE);
}

/* Ask every core, twice; all say the same. */
static void ask(input_t *input, int upcard, uint64_t hand, bool is_safe)
{
    double first[14] = {0}, other[14];
    uint8_t plan[44];
    int pair = take_up_to(input, 10) - 1, left = take_byte(input) - 1;
    bool same = take_up_to(input, 1), knows_dealer = false;
    if (input->size && *input->data & 1)
        left = -1;
    uint64_t bits = take(input, 8);
    for (int k = 0; k < 44; k++)
        plan[k] = (uint8_t)(bits >> k % 31) & 3;
    for (int k = 0; k < 2 * cores; k++) {
        memset(other, 0, sizeof other);
        odds_values(tables[k / 2], upcard, hand, pair, left, same, other);
        odds_chart_values(tables[k / 2], upcard, hand, pair, plan, other + 6);
        bool knows = odds_dealer(tables[k / 2], upcard, hand, other + 9);
        if (k == 0)
            knows_dealer = knows;
        if (k == 0)
            memcpy(first, other, sizeof first);
        check(knows == knows_dealer && memcmp(first, other, sizeof first) == 0);
    }
    if (!is_safe || !knows_dealer)
        return;
    double sum = 0;
    for (int k = 0; k < 3; k++)
        check(fabs(first[k]) <= (k == 2 ? 2 : 1) + 1e-9);
    for (int k = 6; k < 8; k++)
        check(fabs(first[k]) <= 1 + 1e-9);
    for (int k = 9; k < 14; k++) {
        check(first[k] >= 0);
        sum += first[k];
    }
    check(sum <= 1 + 1e-9);
}

static void renew(const odds_rules_t *wanted)
{
    core_t core;
    if (cores && memcmp(wanted, &rules, sizeof rules) == 0)
        return;
    while (cores)
        odds_free(tables[--cores]);
    rules = *wanted;
    for (; cores < CORES && core_at((size_t)cores, &core); cores++) {
        tables[cores] = odds_new(core, &rules);
        check(tables[cores] != NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_t input = {data, size};
    odds_rules_t taken = take_rules(&input);
    double counts[10];
    renew(&taken);
    if (take_up_to(&input, 7) == 0) /* Nothing is known yet, or of an earlier shoe. */
        ask(&input, take_up_to(&input, 9), take_hand(&input), false);
    bool is_safe = take_shoe(&input, counts);
    int upcard = take_up_to(&input, 9);
    uint64_t hand = take_hand(&input);
    if (hand == 0 && take_byte(&input) < MANY) /* All hands at once are slow. */
        hand = CARD(8) + CARD(3);
    if (!odds_fits(tables[0], counts))
        return 0;
    fill(counts, upcard, hand);
    for (int questions = 0; input.size && questions < MOST_QUESTIONS; questions++) {
        bool is_same = take_up_to(&input, 3) != 0;
        ask(&input, is_same ? upcard : take_up_to(&input, 9), is_same ? hand : take_hand(&input),
            is_safe && is_same && counts[upcard] >= 1);
    }
    return 0;
}
