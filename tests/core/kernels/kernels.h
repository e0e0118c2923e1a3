/* Every kernel on fixed inputs, without Python: each subject adds its answers to a digest, number by
 * number, so that it does not depend on the order of bytes. main.c runs them all, run_threads.c beside
 * this folder in several threads, so that nothing here is shared but what is only read. */
#ifndef TESTS_CORE_KERNELS_H
#define TESTS_CORE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "core.h"
#include "streams.h"

/* Add to the digest. */
void add(uint64_t number);
void add_bytes(const void *bytes, size_t length);
void add_double(double number); /* to the last bit */

/* Add lists of numbers. */
void add_words(const uint16_t *numbers, size_t length);
void add_signed(const int64_t *numbers, size_t length);

/* End the process unless this is true: what never fails on these inputs. */
void must(int is_fine, const char *what);

/* Lines of 81 characters, one after the other, each with its line feed. */
enum { LINE = 82, MOST_PUZZLES = 200 };
typedef struct {
    const unsigned char *text;
    size_t count;
} puzzles_t;

/* Begin a stream of the tests. */
stream_t stream_of(uint64_t record);

/* Draw a complete grid of 81 symbols. */
void draw_grid(uint64_t record, uint8_t cells[81]);

/* The subjects: of those that differ by core, what one core says. */
void digest_streams(void);
void digest_search(const puzzles_t *puzzles);
void digest_bulk(core_t core, const puzzles_t *puzzles);
void digest_dig(core_t core);
void digest_canonical(core_t core, const puzzles_t *puzzles);
void digest_canonical_general(void);
void digest_rate(const puzzles_t *puzzles);
void digest_variant_rate(const puzzles_t *puzzles);
void digest_cdcl(const char *name);
void digest_variant(void);
void digest_cages(void);
void digest_generate(void);
void digest_odds(core_t core);
void digest_simulation(core_t core);

/* A subject: one of the two is NULL. */
typedef struct {
    const char *name;
    void (*run)(void);
    void (*run_on)(core_t core);
} subject_t;

enum { SUBJECTS = 14 };
extern const subject_t subjects[SUBJECTS];

/* Read what the subjects run on, from the files that the arguments of a program name. */
void prepare(int count, char **arguments);

/* Run a subject, on a core if it has kernels of their own; return its digest. */
uint64_t digest_of(const subject_t *subject, core_t core);

#endif
