/* What the targets share: numbers are taken from the front of the input, and are 0 once it ends. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One input; libFuzzer calls it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* End the process, which is a finding, unless this is true. */
#define check(truth) \
    ((truth) ? (void)0 \
             : (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #truth), abort()))

/* What is left of the input. */
typedef struct {
    const uint8_t *data;
    size_t size;
} input_t;

static inline uint64_t take(input_t *input, size_t bytes)
{
    uint64_t number = 0;
    for (size_t k = 0; k < bytes && input->size; k++, input->size--)
        number |= (uint64_t)*input->data++ << 8 * k;
    return number;
}

static inline uint8_t take_byte(input_t *input) { return (uint8_t)take(input, 1); }

/* Take a number of 0 ... most, 255 at most. */
static inline int take_up_to(input_t *input, int most) { return take_byte(input) % (most + 1); }

#endif
