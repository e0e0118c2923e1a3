/* The shoe of the simulator, shared by its plain engine and its lanes.
 *
 *   below[j]  cards left of ranks 0 .. j       A:24 2:48 3:72 ... 9:216, all 312
 *
 * A card is a random number r below the cards left; its rank is the number of below[j] <= r, and
 * the entries above r lose one: drawing without replacement, every card equally likely, without
 * shuffling anything. A reshuffle is the full numbers again. */
#ifndef SUDOKUTOOLS_BLACKJACK_SHOE_H
#define SUDOKUTOOLS_BLACKJACK_SHOE_H

#include "blackjack/simulate.h"

/* The generator of a block: xoshiro128++ 1.0 (David Blackman and Sebastiano Vigna, "Scrambled
 * linear pseudorandom number generators", 2021), started from the block's stream. */
typedef struct {
    uint32_t s[4];
} generator_t;

typedef int16_t eight_t __attribute__((vector_size(16)));

typedef struct {
    const sim_rules_t *rules;
    generator_t generator;
    eight_t below; /* of ranks 0 to 7, compared in one instruction */
    int16_t below_8;
    uint32_t left;
    bool ran_out;     /* within the round: the next one begins with a shuffle */
    int drawn;        /* cards of this round */
    uint8_t log[512]; /* their ranks */
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

/* Put a generator at the beginning of a block's stream. */
void generator_start(generator_t *generator, const uint64_t key[4], uint64_t number);

/* Put cards of each rank into the shoe. */
void shoe_fill(shoe_t *shoe, const int counts[10]);

/* Go on with the discards: all cards but those of this round; with as many decks again where
 * these are all cards. */
void shoe_refill(shoe_t *shoe);

/* Play on from a pair that is about to be split, first the player's state, with the dealer's hole
 * card (-1: none). Return what the round came to. */
int sim_finish_split(shoe_t *shoe, int state, int pair, int upcard, int hole);

/* Play whole blocks in lanes. Return the number of rounds that were played, 0 where the rules are
 * not for lanes, or WORK_NO_MEMORY. The sum and the lowest point of a block are left out. */
int64_t sim_lanes_avx2(const sim_rules_t *rules, const uint64_t key[4], uint64_t first,
                       int64_t rounds, sim_totals_t *totals, sim_block_t *blocks);
int64_t sim_lanes_avx512(const sim_rules_t *rules, const uint64_t key[4], uint64_t first,
                         int64_t rounds, sim_totals_t *totals, sim_block_t *blocks);

#endif
