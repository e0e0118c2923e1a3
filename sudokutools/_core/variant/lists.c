/* The memory of a search, and lists of numbers in it. */
#include "variant/state.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 15 };

void *variant_memory(variant_t *s, size_t count, size_t size)
{
    if (count > (SIZE_MAX >> 1) / size)
        return NULL;
    size_t bytes = (count * size + 15) / 16 * 16, head = (sizeof(block_t) + 15) / 16 * 16;
    if (!s->blocks || s->blocks->room - s->blocks->used < bytes) {
        size_t room = bytes > BLOCK ? bytes : BLOCK;
        block_t *block = calloc(1, head + room);
        if (!block)
            return NULL;
        *block = (block_t){s->blocks, 0, room};
        s->blocks = block;
    }
    s->blocks->used += bytes;
    return (char *)s->blocks + head + s->blocks->used - bytes;
}

bool variant_new_lists(variant_t *s, lists_t *lists, int count, size_t numbers)
{
    lists->first = variant_memory(s, (size_t)count + 2, sizeof *lists->first);
    lists->numbers = variant_memory(s, numbers + 1, sizeof *lists->numbers);
    return lists->first && lists->numbers;
}

void variant_list_sets(lists_t *lists, int cells, const uint64_t *sets, int count, size_t words)
{
    uint32_t numbers = 0;
    for (int cell = 0; cell < cells; cell++) {
        lists->first[cell] = numbers;
        for (int set = 0; set < count; set++)
            if (has_cell(sets + (size_t)set * words, cell))
                lists->numbers[numbers++] = (uint16_t)set;
    }
    lists->first[cells] = numbers;
}

bool variant_list_parts(variant_t *s)
{
    size_t numbers = 0, size = (size_t)s->size;
    for (int part = 0; part < s->cages; part++)
        numbers += (size_t)s->parts[part].count;
    if (!variant_new_lists(s, &s->cages_of, s->size, numbers))
        return false;
    uint32_t *first = s->cages_of.first; /* Counts, then where lists end and finally begin. */
    for (int part = 0; part < s->cages; part++)
        for (int i = 0; i < s->parts[part].count; i++)
            first[s->parts[part].cells[i] + 1]++;
    for (size_t cell = 0; cell < size; cell++)
        first[cell + 1] += first[cell];
    for (int part = 0; part < s->cages; part++)
        for (int i = 0; i < s->parts[part].count; i++)
            s->cages_of.numbers[--first[s->parts[part].cells[i] + 1]] = (uint16_t)part;
    memmove(first, first + 1, size * sizeof *first);
    first[size] = (uint32_t)numbers;
    return true;
}
