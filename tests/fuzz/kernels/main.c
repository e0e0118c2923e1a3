/* The table of subjects. A program for libFuzzer (clang -fsanitize=fuzzer, -DFUZZER) runs one:
 *
 *     fuzz --subject=NAME [OPTION OF LIBFUZZER]... [FOLDER OR FILE]...
 *
 * Otherwise it runs all, or those named, on the files of a corpus and on random changes of them,
 * and prints a digest each, which is the same on every processor:
 *
 *     digests [-t THREADS] [-n CHANGES] [-f FILES] CORPUS [NAME]...
 *
 * -f limits the files of each subject. Several threads do the same, and meet at the start of every
 * subject, where tables are made at the first use. Exit status 1: their answers differ. */
#define _XOPEN_SOURCE 600 /* Barriers. */
#include <inttypes.h>

#include "subject.h"

/* clang-format off */
#define SUBJECTS(X) \
    X(blocks) X(canonical) X(canonical_general) X(cdcl) \
    X(difficulty) X(dig) X(dig_block) X(mix) X(odds) X(ranking) X(rate) \
    X(search) X(shuffle) X(simulator) X(solve) X(streams) X(uniform) X(variant) \
    X(variant_rate) X(walk)
/* clang-format on */

#define DECLARE(name) SUBJECT(name);
#define ROW(name) {#name, subject_##name},
SUBJECTS(DECLARE)

typedef struct {
    const char *name;
    void (*run)(input_t input);
} subject_t;

static const subject_t subjects[] = {SUBJECTS(ROW)};
enum { COUNT = sizeof subjects / sizeof *subjects };

static _Thread_local uint64_t digest;

void answer(uint64_t number)
{
    digest = (digest ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    digest ^= digest >> 29;
}

void answer_bytes(const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        answer(((const uint8_t *)bytes)[i]);
}

void answer_double(double number)
{
    uint64_t bits = 0;
    if (number == number) /* The bits of NaN depend on the processor. */
        memcpy(&bits, &number, sizeof bits);
    answer(bits);
}

static const subject_t *find(const char *name)
{
    for (size_t k = 0; k < COUNT; k++)
        if (strcmp(subjects[k].name, name) == 0)
            return &subjects[k];
    fprintf(stderr, "unknown subject '%s'\n", name);
    exit(2);
}

#ifdef FUZZER

static const subject_t *subject = &subjects[0];

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    for (int k = 1; k < *count; k++)
        if (strncmp((*arguments)[k], "--subject=", 10) == 0)
            subject = find((*arguments)[k] + 10);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    subject->run((input_t){data, size});
    return 0;
}

#else

#include <dirent.h>
#include <pthread.h>
#include <unistd.h>

enum { MOST_FILES = 128, MOST_SIZE = 4096, MOST_THREADS = 8 };

/* The corpus of a subject: its files in the order of their names. */
static struct {
    size_t size;
    uint8_t data[MOST_SIZE];
} files[COUNT][MOST_FILES];
static int file_count[COUNT];

static const char *corpus;
static const subject_t *chosen[COUNT];
static int chosen_count, changes = 20, threads = 1, most_files = MOST_FILES;
static uint64_t digests[MOST_THREADS][COUNT];
static pthread_barrier_t barrier;

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

static void read_corpus(int which)
{
    static char names[MOST_FILES][256], path[1024];
    int count = 0;
    int length = snprintf(path, sizeof path, "%s/%s/", corpus, subjects[which].name);
    check(length < (int)sizeof path - (int)sizeof names[0]);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder)) && count < MOST_FILES;)
        if (entry->d_name[0] != '.')
            strncpy(names[count++], entry->d_name, sizeof names[0] - 1);
    if (folder)
        closedir(folder);
    qsort(names, (size_t)count, sizeof names[0], by_name);
    int kept = count < most_files ? count : most_files;
    for (int k = 0; k < kept; k++) {
        strcpy(path + length, names[k * count / kept]);
        FILE *file = fopen(path, "rb");
        check(file != NULL);
        files[which][k].size = fread(files[which][k].data, 1, MOST_SIZE, file);
        fclose(file);
    }
    file_count[which] = kept + !kept; /* Without a corpus: the empty input. */
}

/* SplitMix64. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Run a subject on its corpus, and on copies of which some bytes are others. */
static uint64_t digest_of(const subject_t *subject)
{
    int which = (int)(subject - subjects), count = file_count[which];
    uint64_t state = 1;
    digest = 0;
    for (int k = 0; k < count + changes; k++) {
        int from = k < count ? k : (int)(draw(&state) % (uint64_t)count);
        size_t size = files[which][from].size;
        uint8_t *data = malloc(size + !size); /* Reads beyond its end are found. */
        check(data != NULL);
        memcpy(data, files[which][from].data, size);
        for (int left = 1 + (int)(draw(&state) % 4); k >= count && size && left; left--)
            data[draw(&state) % size] = (uint8_t)draw(&state);
        subject->run((input_t){data, size});
        free(data);
    }
    return digest;
}

static void *run_all(void *own)
{
    for (int k = 0; k < chosen_count; k++) {
        pthread_barrier_wait(&barrier);
        ((uint64_t *)own)[k] = digest_of(chosen[k]);
    }
    return NULL;
}

int main(int count, char **arguments)
{
    pthread_t ids[MOST_THREADS];
    int differences = 0;
    for (int option; (option = getopt(count, arguments, "t:n:f:")) != -1;)
        *(option == 't' ? &threads : option == 'f' ? &most_files : &changes) = atoi(optarg);
    check(optind < count && threads >= 1 && threads <= MOST_THREADS);
    corpus = arguments[optind++];
    for (size_t k = 0; optind == count && k < COUNT; k++)
        chosen[chosen_count++] = &subjects[k];
    while (optind < count && chosen_count < COUNT)
        chosen[chosen_count++] = find(arguments[optind++]);
    for (int k = 0; k < chosen_count; k++)
        read_corpus((int)(chosen[k] - subjects));
    pthread_attr_t large; /* The stack holds the variables of a thread, too. */
    check(!pthread_attr_init(&large) && !pthread_attr_setstacksize(&large, 64 << 20));
    check(!pthread_barrier_init(&barrier, NULL, (unsigned)threads));
    for (int t = 0; t < threads; t++)
        check(!pthread_create(&ids[t], &large, run_all, digests[t]));
    for (int t = 0; t < threads; t++)
        pthread_join(ids[t], NULL);
    for (int k = 0; k < chosen_count; k++) {
        printf("%-18s %016" PRIx64 "\n", chosen[k]->name, digests[0][k]);
        for (int t = 1; t < threads; t++)
            differences += digests[t][k] != digests[0][k];
    }
    if (differences)
        fprintf(stderr, "%d answers differ between threads\n", differences);
    return differences > 0;
}

#endif
