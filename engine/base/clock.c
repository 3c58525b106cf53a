/* Clocks. */
#define _GNU_SOURCE
#include "engine/base/base.h"

#include <time.h>

static int64_t clock_nanos(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t now_nanos(void) {
    return clock_nanos(CLOCK_MONOTONIC);
}

int64_t now_real_nanos(void) {
    return clock_nanos(CLOCK_REALTIME);
}
