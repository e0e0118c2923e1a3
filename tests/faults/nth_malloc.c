/* An allocator to be preloaded that fails once: at the nth request of the kernels.
 *
 *     cc -shared -fPIC -o nth_malloc.so nth_malloc.c; LD_PRELOAD=nth_malloc.so command
 *
 * Requests count where they come from the extension module, not from Python. Their results are
 * kept in a table until they are freed, so that no leak goes unseen. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 16, EARLY = 1 << 16 };

static uintptr_t low, high; /* Where the code of the extension is. */
static long left, live;
static void *owned[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *(*real_malloc)(size_t), *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void (*real_free)(void *);
static _Alignas(16) char early[EARLY]; /* The requests of `dlsym` itself. */
static size_t early_used;
static int is_early;

static void find_real(void)
{
    is_early = 1;
    *(void **)&real_calloc = dlsym(RTLD_NEXT, "calloc");
    *(void **)&real_malloc = dlsym(RTLD_NEXT, "malloc");
    *(void **)&real_realloc = dlsym(RTLD_NEXT, "realloc");
    *(void **)&real_free = dlsym(RTLD_NEXT, "free");
    is_early = 0;
}

static void *take_early(size_t size)
{
    void *place = early + early_used;
    early_used += (size + 15) & ~(size_t)15;
    if (early_used > EARLY)
        abort();
    return place;
}

static int is_from_early(const void *place)
{
    return (const char *)place >= early && (const char *)place < early + EARLY;
}

static int is_watched(const void *caller) { return (uintptr_t)caller - low < high - low; }

/* Count a request; return whether it is to fail. */
static int fails(void)
{
    return __atomic_load_n(&left, __ATOMIC_RELAXED) > 0 &&
           __atomic_sub_fetch(&left, 1, __ATOMIC_RELAXED) == 0;
}

static size_t slot_of(const void *place)
{
    return (size_t)(((uintptr_t)place >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 48) % SLOTS;
}

static void *keep(void *place)
{
    if (!place)
        return NULL;
    pthread_mutex_lock(&lock);
    size_t at = slot_of(place);
    for (int k = 0; owned[at] && k < SLOTS; k++)
        at = (at + 1) % SLOTS;
    if (owned[at])
        abort();
    owned[at] = place;
    live++;
    pthread_mutex_unlock(&lock);
    return place;
}

/* Forget a place if it is kept; others that were put beyond it move up. Return whether it was. */
static int forget(const void *place)
{
    if (!place || !__atomic_load_n(&live, __ATOMIC_RELAXED))
        return 0;
    pthread_mutex_lock(&lock);
    size_t at = slot_of(place);
    while (owned[at] && owned[at] != place)
        at = (at + 1) % SLOTS;
    int was_kept = owned[at] != NULL;
    if (was_kept) {
        live--;
        owned[at] = NULL;
        for (size_t next = (at + 1) % SLOTS; owned[next]; next = (next + 1) % SLOTS) {
            if ((next - slot_of(owned[next])) % SLOTS >= (next - at) % SLOTS) {
                owned[at] = owned[next];
                owned[next] = NULL;
                at = next;
            }
        }
    }
    pthread_mutex_unlock(&lock);
    return was_kept;
}

void *malloc(size_t size)
{
    if (is_early)
        return take_early(size);
    if (!real_malloc)
        find_real();
    if (!is_watched(__builtin_return_address(0)))
        return real_malloc(size);
    return fails() ? NULL : keep(real_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    if (is_early)
        return take_early(count * size);
    if (!real_calloc)
        find_real();
    if (!is_watched(__builtin_return_address(0)))
        return real_calloc(count, size);
    return fails() ? NULL : keep(real_calloc(count, size));
}

void *realloc(void *old, size_t size)
{
    if (!real_realloc)
        find_real();
    if (is_from_early(old))
        abort();
    if (!is_watched(__builtin_return_address(0)))
        return real_realloc(old, size);
    if (fails())
        return NULL;
    void *moved = real_realloc(old, size);
    if (moved) {
        forget(old);
        keep(moved);
    }
    return moved;
}

void free(void *place)
{
    if (is_from_early(place))
        return;
    forget(place);
    if (!real_free)
        find_real();
    real_free(place);
}

static int find_code(struct dl_phdr_info *info, size_t size, void *name)
{
    (void)size;
    for (int k = 0; strstr(info->dlpi_name, name) && k < info->dlpi_phnum; k++)
        if (info->dlpi_phdr[k].p_type == PT_LOAD && info->dlpi_phdr[k].p_flags & PF_X) {
            low = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
            high = low + info->dlpi_phdr[k].p_memsz;
            return 1;
        }
    return 0;
}

/* Watch the library with this in its name. Return whether it is loaded. */
int nth_watch(const char *name) { return dl_iterate_phdr(find_code, (void *)name); }

/* Let the nth request from now on fail; 0: none. Return how many were left of the last n. */
long nth_fail(long n) { return __atomic_exchange_n(&left, n, __ATOMIC_RELAXED); }

/* Return the number of live blocks of the kernels. */
long nth_live(void) { return live; }
