/* Long work: how it ends, and how it is stopped. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* How work ends. Other endings have numbers above these. */
enum {
    WORK_DONE = 0,
    WORK_NO_MEMORY = -1,
    WORK_STOPPED = -2, /* Its check said so. */
};

/* How a search ends or pauses, if not in one of the ways above. */
enum {
    SEARCH_NONE = 0,     /* No solution, or no other one. */
    SEARCH_SOLUTION = 1, /* Go on by calling again. */
    SEARCH_PAUSED = 2,   /* The steps are used up: call again to continue. */
};

/* Asked now and then; true ends the work. */
typedef bool check_t(void *context);

/* Return what a place holds, made by the first thread that needs it. NULL without memory. What
 * another thread has made at the same time is dropped. */
static inline void *made_once(_Atomic(void *) *place, void *(*make)(void), void (*drop)(void *))
{
    void *held = atomic_load(place), *made = held ? NULL : make();
    if (!made || atomic_compare_exchange_strong(place, &held, made))
        return held ? held : made;
    drop(made);
    return held;
}
