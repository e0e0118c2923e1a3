/* Shoes of any cards that bind/blackjack.c lets through: cards equal the draws of a reference which
 * keeps them in a list; none is drawn that the shoe does not have; true counts are as defined. */
#include "blackjack/shoe.h"
#include "subject.h"
#include "steer.h"

enum { MOST_CARDS = 500, MOST_DRAWS = 600, MOST_ROUNDS = 20 };

static _Thread_local sim_rules_t rules;
static _Thread_local int counts[10], left;      /* of the reference */
static _Thread_local uint8_t drawn[MOST_DRAWS]; /* since the round began */
static _Thread_local bool ran_out;

/* Draw a number below a limit from 32 bits, and look up the card in the order of ranks. */
static int draw(generator_t *generator, int round)
{
    if (left == 0) { /* All cards but the last ones of the round, as far as they make no deck. */
        memcpy(counts, rules.full, sizeof counts);
        left = rules.cards;
        ran_out = true;
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

/* The true count: the running count, by 52 cards that are left, rounded down. */
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

/* Take a generator: that of a record, or one that draws a number at an edge after some draws. */
static generator_t take_generator(input_t *input)
{
    generator_t generator, same;
    uint64_t key[4] = {take(input, 4), 0, 0, 0};
    int kind = take_byte(input), draws = take_byte(input);
    memset(&generator, 0, sizeof generator);
    if (kind == 1) /* No generator may begin with zeros. */
        key_of_generator(key, &generator, 0);
    generator_start(&generator, key, 0);
    check(generator.s[0] | generator.s[1] | generator.s[2] | generator.s[3]);
    if (kind > 127) {
        int before = rules.infinite ? 0 : draws % rules.cards;
        steer(&generator, edge_of((uint32_t)(rules.cards - before), (uint32_t)kind % 6), draws);
        key_of_generator(key, &generator, 0);
        generator_start(&same, key, 0);
        check(memcmp(&same, &generator, sizeof same) == 0);
    }
    return generator;
}

static void shuffle(void)
{
    memcpy(counts, rules.full, sizeof counts);
    left = rules.cards;
    ran_out = false;
}

SUBJECT(shoe)
{
    static _Thread_local shoe_t shoe;
    if (!take_rules(&input))
        return;
    shoe.rules = &rules;
    generator_t generator = shoe.generator = take_generator(&input);
    shoe.shoes = 0;
    shoe_shuffle(&shoe);
    shuffle();
    int shoes = 1;
    for (int round = 0; input.size && round < MOST_ROUNDS; round++) {
        int draws = take_byte(&input), last = -1;
        if (draws == UINT8_MAX)
            draws = MOST_DRAWS;
        if (draws % 8 == 1) {
            shoe_shuffle(&shoe);
            shuffle();
            shoes++;
        }
        shoe.drawn = 0;
        for (int k = 0; k < draws; k++) {
            drawn[k] = (uint8_t)(last = draw(&generator, k));
            check(shoe_draw(&shoe) == last);
            answer((uint64_t)last);
        }
        check(shoe.ran_out == ran_out && shoe.shoes == shoes && shoe.drawn == draws);
        check(shoe_level(&shoe, -1) == level_of(-1));
        check(last < 0 || rules.infinite || shoe_level(&shoe, last) == level_of(last));
    }
}
