/* Multisets of ranks as 64-bit keys, and a table that numbers them.
 *
 * bits 59..54 | 53..48 | ... | 11..6 | 5..0
 *      tens   | nines  |     | twos  | aces        how many cards of each rank */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "work.h"

#define CARD(rank) (UINT64_C(1) << (6 * (rank)))
#define COUNT(key, rank) ((int)((key) >> (6 * (rank)) & 63))

typedef struct {
    uint64_t *keys; /* of the numbers 0 .. used-1 */
    int32_t *slots; /* number + 1, 0: free */
    int used, bits;
} keys_t;

/* Make a table for fewer than 2^(bits-1) keys. WORK_DONE or WORK_NO_MEMORY; free it in any case. */
static inline int keys_start(keys_t *table, int bits)
{
    table->used = 0;
    table->bits = bits;
    table->keys = calloc((size_t)1 << (bits - 1), sizeof(uint64_t));
    table->slots = calloc((size_t)1 << bits, sizeof(int32_t));
    return table->keys && table->slots ? WORK_DONE : WORK_NO_MEMORY;
}

static inline void keys_free(keys_t *table)
{
    free(table->keys);
    free(table->slots);
}

static inline void keys_clear(keys_t *table)
{
    table->used = 0;
    memset(table->slots, 0, ((size_t)1 << table->bits) * sizeof(int32_t));
}

/* Return the number of a key; a new key gets the next one if `add`, else -1. */
static inline int keys_number(keys_t *table, uint64_t key, bool add)
{
    uint32_t mask = (UINT32_C(1) << table->bits) - 1;
    uint32_t at = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - table->bits));
    for (;; at = (at + 1) & mask) {
        int number = table->slots[at] - 1;
        if (number < 0) {
            if (!add)
                return -1;
            table->keys[table->used] = key;
            table->slots[at] = ++table->used;
            return table->used - 1;
        }
        if (table->keys[number] == key)
            return number;
    }
}
