/* What of a shoe is not done for every card. */
#include "blackjack/shoe.h"

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

void shoe_fill(shoe_t *shoe, const int counts[10])
{
    int sum = 0;
    for (int j = 0; j < 8; j++)
        shoe->below[j] = (int16_t)(sum += counts[j]);
    shoe->below_8 = (int16_t)(sum += counts[8]);
    shoe->left = (uint32_t)(sum + counts[9]);
}

void shoe_shuffle(shoe_t *shoe)
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
        counts[shoe->log[i & (SHOE_LOG - 1)]]--;
    shoe_fill(shoe, counts);
    shoe->ran_out = true;
}

int shoe_level(const shoe_t *shoe, const sim_counting_t *counting, int hidden)
{
    const sim_rules_t *rules = shoe->rules;
    int seen = 0, before = 0, left = (int)shoe->left;
    for (int rank = 0; rank < 10; rank++) {
        int upto = rank < 8 ? shoe->below[rank] : rank == 8 ? shoe->below_8 : left;
        seen += counting->tags[rank] * (rules->full[rank] - (upto - before));
        before = upto;
    }
    if (hidden >= 0) {
        seen -= counting->tags[hidden];
        left++;
    }
    return count_level(counting, seen, left);
}
