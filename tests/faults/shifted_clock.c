/* A clock of the day to be preloaded that jumps at every look: years on, years back.
 *
 *     cc -shared -fPIC -o shifted_clock.so shifted_clock.c; LD_PRELOAD=shifted_clock.so command
 *
 * The clock that counts from the start of the machine is left as it is. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { TEN_YEARS = 315360000 };

static long jump(void)
{
    static long looks;
    return __atomic_add_fetch(&looks, 1, __ATOMIC_RELAXED) % 2 ? TEN_YEARS : -TEN_YEARS;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += jump();
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    int status = (int)syscall(SYS_gettimeofday, now, zone);
    if (status == 0)
        now->tv_sec += jump();
    return status;
}

time_t time(time_t *place)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    if (place)
        *place = now.tv_sec;
    return now.tv_sec;
}
