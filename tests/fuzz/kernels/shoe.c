/* Shoes of any cards that bind/blackjack.c lets through: cards are those that a reference draws which
 * keeps them in a list; none is drawn that the shoe does not have; true counts are as defined. */
#include "blackjack/shoe.h"
#include "fuzz.h"

enum { MOST_CARDS = 500, MOST_DRAWS = 600, MOST_ROUNDS = 20 };

static sim_rules_t rules;
static int counts[10], left;      /* of the reference */
static uint8_t drawn[MOST_DRAWS]; /* since the round began */

/* Draw a number below a limit from 32 bits, and look up the card in the order of ranks. */
static int draw(generator_t *generator, int round)
{
    if (left == 0) { /* All cards but the last ones of the round, as far as they make no deck. */
        memcpy(counts, rules.full, sizeof counts);
        left = rules.cards;
        for (int k = round - round % rules.cards; k < round; k++, left--)
            counts[drawn[k]]--;
    }
    uint32_t limit = (uint32_t)left, unfair = (uint32_t)((UINT64_C(1) << 32) % limit);
    uint64_t product;
    do
        product = (uint64_t)generate(generator) * limit;
    while ((uint32_t)product < unfair);
    int number = (int)(product >> 32), rank = 0;
    for (; number >= counts[rank]; rank++)
        number -= counts[rank];
    if (!rules.infinite) {
        counts[rank]--;
        left--;
    }
    return rank;
}

/* The true count: what was seen, by 52 cards that are left, rounded down. */
static int level_of(int hidden)
{
    int running = 0, cards = left + (hidden >= 0), level = SIM_LEVEL;
    for (int rank = 0; rank < 10; rank++)
        running += rules.tags[rank] * (rules.full[rank] - counts[rank] - (rank == hidden));
    if (cards)
        level += running * 52 / cards - (running * 52 % cards < 0);
    return level < 0 ? 0 : level >= SIM_COUNTS ? SIM_COUNTS - 1 : level;
}

static int take_rules(input_t *input)
{
    rules.infinite = take_up_to(input, 1);
    rules.cards = 0;
    for (int rank = 0; rank < 10; rank++) {
        rules.full[rank] = take_byte(input) % 64;
        rules.tags[rank] = take_up_to(input, 18) - 9;
        rules.cards += rules.full[rank];
    }
    return rules.cards > 0 && rules.cards <= MOST_CARDS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static shoe_t shoe;
    input_t input = {data, size};
    if (!take_rules(&input))
        return 0;
    shoe.rules = &rules;
    uint64_t key[4] = {take(&input, 4), 0, 0, 0};
    generator_start(&shoe.generator, key, 0);
    generator_t generator = shoe.generator;
    shoe_shuffle(&shoe);
    memcpy(counts, rules.full, sizeof counts);
    left = rules.cards;
    for (int round = 0; input.size && round < MOST_ROUNDS; round++) {
        int draws = take_byte(&input), last = -1;
        if (draws == UINT8_MAX)
            draws = MOST_DRAWS;
        shoe.drawn = 0;
        for (int k = 0; k < draws; k++) {
            drawn[k] = (uint8_t)(last = draw(&generator, k));
            check(shoe_draw(&shoe) == last);
        }
        check(shoe_level(&shoe, -1) == level_of(-1));
        check(last < 0 || rules.infinite || shoe_level(&shoe, last) == level_of(last));
    }
    return 0;
}
