/* Calendar arithmetic and the local time zone, for time.c.
 * Invariant: seconds are counted since 1970-01-01 UTC without leap seconds; `month` is 1..12; `wday` 0 is
 * Monday. */
#ifndef PY2_LIB_TIME_ZONE_H
#define PY2_LIB_TIME_ZONE_H

#include <stdbool.h>
#include <stdint.h>

struct civil {
    int64_t year;
    int month, day, hour, minute, second, wday, yday; /* yday from 1 */
    int dst;                                          /* 1, 0, -1 unknown */
    int32_t offset;                                   /* seconds east of UTC */
    char zone[12];
};

/* Days since 1970-01-01 of a date of the proleptic Gregorian calendar. */
int64_t civil_days(int64_t year, int month, int day);
void civil_from_seconds(int64_t seconds, int32_t offset, struct civil *out);
/* Offset, name and daylight flag that hold at a moment, by TZ or /etc/localtime; UTC when there is neither.
 */
void zone_at(int64_t seconds, struct civil *out);
/* Seconds of a local time; fields may be out of range. */
int64_t civil_local_seconds(const struct civil *c);

#endif
