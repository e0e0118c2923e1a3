/* Every compiled variant over a file of puzzles and their mutations, without Python: for
 * sanitizers and valgrind. Exit status 1 where two variants, or the one-puzzle search, disagree.
 *
 *     run_core FILE [ROUNDS]     lines of 81 characters; others are passed over; every round has
 *                                other mutations */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bulk/block.h"
#include "bulk/propagate.h"
#include "dig/block.h"
#include "rate/rate.h"

enum { MOST = 2000 };

/* Read puzzles of exactly 81 characters into memory of their own: what is read beyond is found. */
static size_t read_puzzles(const char *name, unsigned char *puzzles[MOST])
{
    FILE *file = fopen(name, "r");
    char line[256];
    size_t count = 0;
    while (file && count < MOST / 2 && fgets(line, sizeof line, file))
        if (strcspn(line, "\r\n") == 81) {
            puzzles[count] = malloc(81);
            memcpy(puzzles[count++], line, 81);
        }
    if (file)
        fclose(file);
    return count;
}

/* Add a mutation of every puzzle: a few clues dropped, sometimes one changed. */
static size_t add_mutations(unsigned char *puzzles[MOST], size_t count, stream_t *stream)
{
    for (size_t k = 0; k < count; k++) {
        unsigned char *copy = malloc(81);
        memcpy(copy, puzzles[k], 81);
        for (uint64_t drops = stream_below(stream, 4); drops; drops--)
            copy[stream_below(stream, 81)] = '.';
        if (stream_below(stream, 4) == 0)
            copy[stream_below(stream, 81)] = (unsigned char)('1' + stream_below(stream, 9));
        puzzles[count + k] = copy;
    }
    return 2 * count;
}

/* Compare the counts of a variant with those of the search; return the number of differences. */
static int compare(core_t core, unsigned char *puzzles[MOST], size_t count)
{
    static unsigned char solutions[MOST][81];
    bulk_job_t *jobs = calloc(count, sizeof *jobs);
    int differences = 0;
    for (size_t k = 0; k < count; k++)
        jobs[k] =
            (bulk_job_t){.cells = puzzles[k], .solution = solutions[k], .limit = 2, .removed = -1};
    if (bulk_solver(core)(jobs, count, NULL, NULL) != WORK_DONE)
        differences++;
    for (size_t k = 0; k < count; k++) {
        unsigned char solution[2][81];
        bulk_search_t search;
        uint64_t found = 0;
        bulk_search_start(&search, puzzles[k], NULL);
        while (found < 2 &&
               bulk_search_next(&search, solution[found], UINT64_MAX) == SEARCH_SOLUTION)
            found++;
        if (found != jobs[k].count || (found == 1 && memcmp(solution[0], solutions[k], 81) != 0)) {
            printf("%s: %.81s: %d, expected %d\n", core_name(core), (const char *)puzzles[k],
                   (int)jobs[k].count, (int)found);
            differences++;
        }
    }
    free(jobs);
    return differences;
}

/* Solve all as one block, and dig what is complete; return the number of differences. */
static int run_blocks(core_t core, unsigned char *puzzles[MOST], size_t count)
{
    unsigned char *block = malloc(82 * count);
    for (size_t k = 0; k < count; k++) {
        memcpy(block + 82 * k, puzzles[k], 81);
        block[82 * k + 81] = '\n';
    }
    const unsigned char solved[] = {LINE_SOLUTION, LINE_NOTE, '\n'};
    const uint64_t key[4] = {1, 2, 3, 4};
    bulk_plan_t plan = {
        .solve = bulk_solver(core), .limit = 2, .minimal = 1, .key = key, .empty = '.'};
    for (int status = BULK_UNIQUE; status < BULK_STATUSES; status++) {
        plan.form[status] = solved;
        plan.form_length[status] = sizeof solved;
    }
    bulk_answer_t answer;
    dig_answer_t dug;
    dig_request_t request = {
        .solve = bulk_solver(core), .orbits = 41, .clues = DIG_MINIMAL, .tries = 2};
    const dig_difficulty_t expert = {.low = 45, .high = 69, .stop_above = 69, .technique = -1};
    const dig_difficulty_t easy = {
        .low = 0, .high = 15, .stop_above = 15, .technique = -1, .is_easy = 1};
    for (int k = 0; k < 41; k++) {
        request.first[k] = (unsigned char)(2 * k);
        request.cells[2 * k] = (unsigned char)k;
        if (k < 40)
            request.cells[2 * k + 1] = (unsigned char)(80 - k);
    }
    request.first[41] = 81;
    const dig_forms_t forms = {solved, solved, sizeof solved, sizeof solved, '.'};
    int failed = bulk_block_solve(&plan, block, 82 * count, &answer, NULL, NULL) != WORK_DONE ||
                 answer.records != count;
    for (int round = 0; round < 4; round++) {
        const int clues[] = {DIG_MINIMAL, DIG_DEEP, DIG_DEEP, 35};
        const dig_difficulty_t *wanted[] = {NULL, &expert, &easy, &easy};
        request.clues = clues[round];
        request.difficulty = wanted[round];
        failed |= dig_block(&request, &forms, answer.output.text, answer.output.length, key, 0,
                            &dug, NULL, NULL) != WORK_DONE ||
                  dug.consumed != answer.output.length;
        dig_block_free(&dug);
    }
    bulk_block_free(&answer);
    free(block);
    return failed;
}

int main(int count, char **arguments)
{
    unsigned char *puzzles[MOST];
    size_t given = count > 1 ? read_puzzles(arguments[1], puzzles) : 0, total = 0;
    const uint64_t key[4] = {5, 6, 7, 8};
    int differences = given == 0;
    rate_prepare();
    for (int round = 0; round < (count > 2 ? atoi(arguments[2]) : 1); round++) {
        stream_t stream;
        stream_start(&stream, key, (uint64_t)round);
        size_t number = add_mutations(puzzles, given, &stream);
        core_t core;
        for (size_t k = 0; core_at(k, &core); k++)
            differences += compare(core, puzzles, number) +
                           (round == 0 ? run_blocks(core, puzzles, number) : 0);
        total += number;
        for (size_t k = given; k < number; k++)
            free(puzzles[k]);
    }
    for (size_t k = 0; k < given; k++)
        free(puzzles[k]);
    printf("%zu puzzles in every variant, %d differences\n", total, differences);
    return differences != 0;
}
