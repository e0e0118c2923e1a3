/* Subjects: each file of this folder reads an input, runs kernels on it, and checks the answers
 * against an oracle. The same subjects serve libFuzzer and the digests (main.c): numbers passed to
 * `answer` must not depend on the processor, and static variables belong to a thread. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* End the process, which is a finding, unless this is true. */
#define check(truth) \
    ((truth) ? (void)0 \
             : (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #truth), abort()))

/* The rest of an input. Numbers come from its front, and are 0 after its end. */
typedef struct {
    const uint8_t *data;
    size_t size;
} input_t;

/* Define a subject. */
#define SUBJECT(name) void subject_##name(input_t input)

/* Add answers to the digest of this thread. */
void answer(uint64_t number);
void answer_bytes(const void *bytes, size_t length);
void answer_double(double number); /* to the last bit */

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
