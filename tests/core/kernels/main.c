/* Run every kernel on fixed inputs and write a digest a subject:
 *
 *     kernels tests/data/puzzles.txt tests/data/techniques.tsv tests/data/nxn.tsv
 *
 * All processors write the same. Exit status 1: two cores of this one disagree. */
#include "kernels.h"

#include <inttypes.h>
#include <stdio.h>

/* Run a subject, on every core if they have kernels of their own for it; return how many disagree
 * with the first one. */
static int run(const subject_t *subject)
{
    core_t core;
    uint64_t first = 0;
    int differences = 0;
    for (size_t k = 0; core_at(k, &core) && (k == 0 || subject->run_on); k++) {
        uint64_t digest = digest_of(subject, core);
        if (k == 0)
            first = digest;
        else if (digest != first) {
            fprintf(stderr, "%s: %s disagrees\n", subject->name, core_name(core));
            differences++;
        }
    }
    printf("%-18s %016" PRIx64 "\n", subject->name, first);
    fflush(stdout); /* Where one ends the process it is seen which. */
    return differences;
}

int main(int count, char **arguments)
{
    prepare(count, arguments);
    core_t core;
    for (size_t k = 0; core_at(k, &core); k++)
        fprintf(stderr, "%s%s", k ? ", " : "cores: ", core_name(core));
    fputc('\n', stderr);

    int differences = 0;
    for (size_t i = 0; i < SUBJECTS; i++)
        differences += run(&subjects[i]);
    return differences > 0;
}
