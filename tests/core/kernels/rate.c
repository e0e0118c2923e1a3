/* The ladder of techniques; rate_variant.c compiles it once more for that of variants. */
#include "kernels.h"
#include "rate/rate.h"

static void add_step(void *context, const rate_step_t *step)
{
    (void)context;
    add((uint64_t)step->technique << 32 | (uint64_t)step->rating);
    add((uint64_t)step->complexity);
    add((uint64_t)(int64_t)step->source);
    add((uint64_t)(int64_t)step->cell);
    add((uint64_t)step->digit);
    for (int k = 0; k < step->count; k++)
        add((uint64_t)step->cells[k] << 16 | step->digits[k]);
}

#ifdef RATE_VARIANT
#define digest_rate digest_variant_rate

/* Take plain rules; or let both diagonals be houses, too, and cells a knight's move apart differ. */
static void set_rules(rate_t *rater, bool is_plain)
{
    static _Thread_local uint8_t houses[29][9], pairs[400][2];
    int count = 0;
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 9; k++) {
            houses[i][k] = (uint8_t)(9 * (i / 3 * 3 + k / 3) + i % 3 * 3 + k % 3);
            houses[9 + i][k] = (uint8_t)(9 * k + i);
            houses[18 + i][k] = (uint8_t)(9 * i + k);
        }
        houses[27][i] = (uint8_t)(10 * i);
        houses[28][i] = (uint8_t)(8 * i + 8);
    }
    for (int cell = 0; cell < 72; cell++)
        for (int k = 0; k < 4; k++) {
            static const int down[] = {1, 1, 2, 2}, right[] = {-2, 2, -1, 1};
            int row = cell / 9 + down[k], column = cell % 9 + right[k];
            if (row < 9 && column >= 0 && column < 9) {
                pairs[count][0] = (uint8_t)cell;
                pairs[count++][1] = (uint8_t)(9 * row + column);
            }
        }
    const rate_geometry_t geometry = {(const uint8_t(*)[9])houses, is_plain ? 27 : 29,
                                      (const uint8_t(*)[2])pairs, is_plain ? 0 : count};
    rate_set_geometry(rater, &geometry, true);
}
#else
static void set_rules(rate_t *rater, bool is_plain) { (void)rater, (void)is_plain; }
#endif

void digest_rate(const puzzles_t *puzzles)
{
    rate_t *rater = rate_new();
    must(rater != NULL, "rate_new");
    for (size_t k = 0; k < puzzles->count; k++) {
        uint8_t cells[81];
        rate_result_t result;
        set_rules(rater, k % 4 != 1);
        for (int cell = 0; cell < 81; cell++) {
            unsigned symbol = puzzles->text[LINE * k + (size_t)cell] - (unsigned)'0';
            cells[cell] = symbol <= 9 ? (uint8_t)symbol : 0;
        }
        add((uint64_t)rate_puzzle(rater, cells, NULL, 200, add_step, NULL, &result));
        add((uint64_t)result.er << 32 | (uint64_t)result.ep << 16 | (uint64_t)result.ed);
        add_words(result.uses, RATE_TECHNIQUE_COUNT);
    }
    rate_free(rater);
}
