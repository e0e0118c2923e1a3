/* Run every kernel on fixed inputs and write a digest a subject:
 *
 *     kernels tests/data/puzzles.txt tests/data/techniques.tsv tests/data/nxn.tsv
 *
 * All processors write the same. Exit status 1: two cores of this one disagree. */
#include "kernels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rate/rate.h"

static const uint64_t start = UINT64_C(0xcbf29ce484222325);
static uint64_t digest;

void add(uint64_t number)
{
    digest = (digest ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    digest ^= digest >> 29;
}

void add_bytes(const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        add(((const unsigned char *)bytes)[i]);
}

void add_double(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    add(bits);
}

void add_words(const uint16_t *numbers, size_t length)
{
    for (size_t i = 0; i < length; i++)
        add(numbers[i]);
}

void add_signed(const int64_t *numbers, size_t length)
{
    for (size_t i = 0; i < length; i++)
        add((uint64_t)numbers[i]);
}

void must(int is_fine, const char *what)
{
    if (is_fine)
        return;
    fprintf(stderr, "%s failed\n", what);
    exit(2);
}

stream_t stream_of(uint64_t record)
{
    static const unsigned char message[] = "kernels\0\xff\x80";
    uint64_t key[4];
    stream_t stream;
    stream_key(key, message, sizeof message - 1);
    stream_start(&stream, key, record);
    return stream;
}

/* Read the lines of a file whose last column has 81 characters. */
static puzzles_t read_puzzles(const char *name)
{
    FILE *file = fopen(name, "r");
    unsigned char *text = malloc(MOST_PUZZLES * LINE);
    char line[256];
    puzzles_t puzzles = {text, 0};
    must(file && text, name);
    while (puzzles.count < MOST_PUZZLES && fgets(line, sizeof line, file)) {
        const char *tab = strrchr(line, '\t'), *last = tab ? tab + 1 : line;
        if (strlen(last) == LINE)
            memcpy(text + LINE * puzzles.count++, last, LINE);
    }
    fclose(file);
    must(puzzles.count > 0, name);
    return puzzles;
}

static void finish(const char *subject)
{
    printf("%-18s %016" PRIx64 "\n", subject, digest);
    fflush(stdout); /* Where one ends the process it is seen which. */
    digest = start;
}

/* Run a subject on every core; return how many disagree with the first one. */
static int on_cores(const char *subject, void (*run)(core_t core))
{
    core_t core;
    uint64_t first = 0;
    int differences = 0;
    for (size_t k = 0; core_at(k, &core); k++) {
        digest = start;
        run(core);
        if (k == 0)
            first = digest;
        else if (digest != first) {
            fprintf(stderr, "%s: %s disagrees\n", subject, core_name(core));
            differences++;
        }
    }
    digest = first;
    finish(subject);
    return differences;
}

static puzzles_t few_clues;

static void bulk(core_t core) { digest_bulk(core, &few_clues); }
static void canonical(core_t core) { digest_canonical(core, &few_clues); }

int main(int count, char **arguments)
{
    must(count == 4, "usage: kernels PUZZLES TECHNIQUES NXN:");
    few_clues = read_puzzles(arguments[1]);
    puzzles_t techniques = read_puzzles(arguments[2]);
    rate_prepare();
    core_t core;
    for (size_t k = 0; core_at(k, &core); k++)
        fprintf(stderr, "%s%s", k ? ", " : "cores: ", core_name(core));
    fputc('\n', stderr);

    int differences = 0;
    digest = start;
    digest_streams(), finish("streams");
    digest_search(&few_clues), finish("search");
    differences += on_cores("bulk", bulk);
    differences += on_cores("dig", digest_dig);
    differences += on_cores("canonical", canonical);
    digest_canonical_general(), finish("canonical, general");
    digest_rate(&techniques), finish("rate");
    digest_variant_rate(&techniques), finish("rate, variants");
    digest_cdcl(arguments[3]), finish("cdcl");
    digest_variant(), finish("variant");
    digest_cages(), finish("cages");
    digest_generate(), finish("generate");
    differences += on_cores("odds", digest_odds);
    differences += on_cores("simulation", digest_simulation);
    return differences > 0;
}
