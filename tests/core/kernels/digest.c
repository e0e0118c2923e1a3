/* The digest that subjects add to, what they run on, and a table of them all. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rate/rate.h"

static const uint64_t start = UINT64_C(0xcbf29ce484222325);
static _Thread_local uint64_t digest;

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

/* What is read once, and then by all. */
static puzzles_t few_clues, techniques;
static const char *large;

void prepare(int count, char **arguments)
{
    must(count >= 4, "usage: PUZZLES TECHNIQUES NXN:");
    few_clues = read_puzzles(arguments[1]);
    techniques = read_puzzles(arguments[2]);
    large = arguments[3];
}

static void search(void) { digest_search(&few_clues); }
static void bulk(core_t core) { digest_bulk(core, &few_clues); }
static void canonical(core_t core) { digest_canonical(core, &few_clues); }

static void dig(core_t core)
{
    rate_prepare();
    digest_dig(core);
}

static void rate(void)
{
    rate_prepare();
    digest_rate(&techniques);
}

static void variant_rate(void) { digest_variant_rate(&techniques); }
static void cdcl(void) { digest_cdcl(large); }

const subject_t subjects[SUBJECTS] = {
    {"streams", digest_streams, NULL},
    {"search", search, NULL},
    {"bulk", NULL, bulk},
    {"dig", NULL, dig},
    {"canonical", NULL, canonical},
    {"canonical, general", digest_canonical_general, NULL},
    {"rate", rate, NULL},
    {"rate, variants", variant_rate, NULL},
    {"cdcl", cdcl, NULL},
    {"variant", digest_variant, NULL},
    {"cages", digest_cages, NULL},
    {"generate", digest_generate, NULL},
    {"odds", NULL, digest_odds},
    {"simulation", NULL, digest_simulation},
};

uint64_t digest_of(const subject_t *subject, core_t core)
{
    digest = start;
    if (subject->run)
        subject->run();
    else
        subject->run_on(core);
    return digest;
}
