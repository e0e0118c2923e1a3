/* The reader and the writer of lines on any bytes; for libFuzzer:
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -Isudokutools/_core \
 *         tests/core/fuzz_lines.c sudokutools/_core/bulk/[a-z]*.c \
 *         sudokutools/_core/{core,lines,streams}.c
 *
 * With -DSTANDALONE it reads files instead, so that any compiler and fuzzer will do. */
#include <stdlib.h>
#include <string.h>

#include "bulk/block.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* All parts, some text, and the end of a line. */
    const unsigned char form[] = {1, 2, 3, 4, 5, 6, 7, 'x', '\n'};
    bulk_plan_t plan = {.limit = 2, .minimal = 1, .empty = '0'};
    plan.solve = bulk_solver(CORE_SCALAR);
    for (int status = 0; status < BULK_STATUSES; status++) {
        plan.form[status] = form;
        plan.form_length[status] = sizeof form;
    }
    bulk_answer_t answer;
    if (bulk_block_solve(&plan, data, size, &answer, NULL, NULL) != WORK_DONE ||
        answer.consumed > size)
        abort();
    size_t at = 0;
    for (size_t k = 0; k < answer.records; k++) {
        const line_record_t *line = &answer.line[k];
        if (line->start != at || line->note < line->start + 81 || line->note_end < line->note ||
            line->end < line->note_end || line->next < line->end || line->next > size)
            abort();
        at = line->next;
    }
    bulk_block_free(&answer);
    return 0;
}

#ifdef STANDALONE
#include <stdio.h>

int main(int count, char **names)
{
    for (int k = 1; k < count; k++) {
        FILE *file = fopen(names[k], "rb");
        uint8_t *data = malloc(1 << 21);
        size_t size = file && data ? fread(data, 1, 1 << 21, file) : 0;
        uint8_t *exact = malloc(size + 1);
        if (!exact)
            return 1;
        memcpy(exact, data, size);
        free(data);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
        if (file)
            fclose(file);
    }
    return 0;
}
#endif
