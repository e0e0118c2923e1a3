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

/* The running count, or by 52 cards that are left, rounded down. */
static int level_of(int hidden)
{
    int seen = 0, cards = left + (hidden >= 0), level = SIM_LEVEL, by = rules.playing.parts;
    for (int rank = 0; rank < 10; rank++)
        seen += rules.playing.tags[rank] * (rules.full[rank] - counts[rank] - (rank == hidden));
    seen = rules.playing.is_running ? seen + rules.playing.initial : 52 * seen;
    by *= rules.playing.is_running ? 1 : cards;
    if (by)
        level += seen / by - (seen % by < 0);
    return level < 0 ? 0 : level >= SIM_COUNTS ? SIM_COUNTS - 1 : level;
}

static int take_rules(input_t *input)
{
    rules.infinite = take_up_to(input, 1);
    rules.playing.is_running = take_up_to(input, 1);
    rules.playing.parts = 1 + take_up_to(input, SIM_PARTS - 1);
    rules.playing.initial = rules.playing.is_running ? take_byte(input) - 200 : 0;
    rules.cards = 0;
    for (int rank = 0; rank < 10; rank++) {
        rules.full[rank] = take_byte(input) % 64;
        rules.playing.tags[rank] = take_up_to(input, 2 * SIM_PARTS) - SIM_PARTS;
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
        check(shoe_level(&shoe, &rules.playing, -1) == level_of(-1));
        check(last < 0 || rules.infinite ||
              shoe_level(&shoe, &rules.playing, last) == level_of(last));
    }
}
