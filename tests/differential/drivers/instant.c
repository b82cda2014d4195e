// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program that sleeps by select() or poll() without a file: the sleep takes no time, and its clocks are
// set forward by as much.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>

static long long slept; // milliseconds

static void sleep_for(long long ms)
{
    if (ms > 0)
        slept += ms;
}

int select(int count, fd_set *in, fd_set *out, fd_set *except, struct timeval *limit)
{
    if (count == 0 && limit) {
        sleep_for(limit->tv_sec * 1000LL + limit->tv_usec / 1000);
        return 0;
    }
    int (*real)(int, fd_set *, fd_set *, fd_set *, struct timeval *) = dlsym(RTLD_NEXT, "select");
    return real(count, in, out, except, limit);
}

int poll(struct pollfd *files, nfds_t count, int limit)
{
    if (count == 0) {
        sleep_for(limit);
        return 0;
    }
    int (*real)(struct pollfd *, nfds_t, int) = dlsym(RTLD_NEXT, "poll");
    return real(files, count, limit);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    const int result = real(clock, now);
    now->tv_sec += slept / 1000;
    now->tv_nsec += slept % 1000 * 1000000;
    if (now->tv_nsec >= 1000000000) {
        now->tv_nsec -= 1000000000;
        ++now->tv_sec;
    }
    return result;
}
