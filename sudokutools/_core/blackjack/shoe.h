/* The shoe of the simulator, shared by its plain engine and its lanes.
 *
 *   below[j]  cards left of ranks 0 .. j       A:24 2:48 3:72 ... 9:216, all 312
 *
 * A card is a random number r below the cards left; its rank is the number of below[j] <= r, and
 * the entries above r lose one: drawing without replacement, every card equally likely, without
 * shuffling anything. A reshuffle is the full numbers again. */
#pragma once

#include <string.h>

#include "blackjack/simulate.h"

/* The generator of a block: xoshiro128++ 1.0 (David Blackman and Sebastiano Vigna, "Scrambled
 * linear pseudorandom number generators", 2021), started from the block's stream. */
typedef struct {
    uint32_t s[4];
} generator_t;

typedef int16_t eight_t __attribute__((vector_size(16)));

enum { SHOE_LOG = 512 }; /* a power of 2, not fewer than the cards of any shoe */

typedef struct {
    const sim_rules_t *rules;
    generator_t generator;
    eight_t below; /* of ranks 0 to 7, compared in one instruction */
    int16_t below_8;
    uint32_t left;
    bool ran_out;          /* within the round: the next one begins with a shuffle */
    int drawn;             /* cards of this round */
    uint8_t log[SHOE_LOG]; /* their ranks, the last ones of many */
    int64_t cards, shoes;
} shoe_t;

static inline uint32_t rotate(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }

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

void generator_start(generator_t *generator, const uint64_t key[4], uint64_t number);

void shoe_fill(shoe_t *shoe, const int counts[10]);

void shoe_shuffle(shoe_t *shoe);

/* Continue with the discards: all cards but this round's, if need be with further decks. */
void shoe_refill(shoe_t *shoe);

/* The index of a count, from the sum of the tags that were seen and the cards left. */
static inline int count_level(const sim_counting_t *counting, int seen, int left)
{
    int divisor = counting->parts, points = counting->initial + seen;
    if (!counting->is_running) {
        if (counting->estimate > 1 && left > 0) {
            int near = (left + counting->estimate / 2) / counting->estimate;
            left = counting->estimate * (near ? near : 1);
        }
        divisor *= left;
        points *= 52;
        if (counting->rounding != SIM_FLOOR)
            points += counting->rounding == SIM_ROUND ? divisor / 2 : points < 0 ? divisor - 1 : 0;
    }
    if (divisor == 0)
        return SIM_LEVEL;
    int scaled = points + SIM_LEVEL * divisor; /* Below 0 where the level would be, too. */
    int level = scaled > 0 ? (int)((unsigned)scaled / (unsigned)divisor) : 0;
    return level < SIM_COUNTS ? level : SIM_COUNTS - 1;
}

/* The index of a shoe's count; `hidden`: the rank of a card that nobody has seen, or -1. */
int shoe_level(const shoe_t *shoe, const sim_counting_t *counting, int hidden);

static inline int shoe_draw(shoe_t *shoe)
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
    shoe->log[shoe->drawn++ & (SHOE_LOG - 1)] = (uint8_t)rank;
    return rank;
}
