/* Calendar arithmetic and TZif files (RFC 8536). The file is read anew at each question: zones are
 * asked for rarely, and nothing has to be kept. Times outside the file's transitions take the nearest rule.
 */
#include "runtime/lib/time_zone.h"
#include "runtime/rt.h"
#include "runtime/os/os.h"

int64_t civil_days(int64_t y, int m, int d) {
    y -= m <= 2;
    int64_t era = (y >= 0 ? y : y - 399) / 400, yoe = y - era * 400;
    int64_t doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1, doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * 146097 + doe - 719468;
}

static int64_t floor_div(int64_t a, int64_t b) {
    int64_t q = a / b;
    return a % b < 0 ? q - 1 : q;
}

void civil_from_seconds(int64_t seconds, int32_t offset, struct civil *c) {
    seconds += offset;
    int64_t days = floor_div(seconds, 86400), rest = seconds - days * 86400;
    int64_t z = days + 719468, era = floor_div(z, 146097), doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365,
            doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    c->day = (int)(doy - (153 * mp + 2) / 5 + 1);
    c->month = (int)(mp < 10 ? mp + 3 : mp - 9);
    c->year = yoe + era * 400 + (c->month <= 2);
    c->hour = (int)(rest / 3600);
    c->minute = (int)(rest / 60 % 60);
    c->second = (int)(rest % 60);
    c->wday = (int)(days + 3 - floor_div(days + 3, 7) * 7);
    c->yday = (int)(days - civil_days(c->year, 1, 1)) + 1;
    c->offset = offset;
}

/* ---- the zone ---- */

static int64_t big(const uint8_t *p, int n) {
    int64_t v = (int8_t)p[0];
    for (int i = 1; i < n; i++) v = (int64_t)((uint64_t)v << 8) | p[i];
    return v;
}

static bool read_at(int fd, int64_t at, void *p, size_t n) {
    return os_seek(fd, at, OS_SEEK_SET) == at && os_read(fd, p, n) == (int64_t)n;
}

struct tzif {
    int fd, width; /* bytes of a transition time */
    int64_t base;  /* of the transition times */
    int64_t ntimes, ntypes, nchars;
};

static bool header(struct tzif *z, int64_t at, int width) {
    uint8_t h[44];
    if (!read_at(z->fd, at, h, 44) || memcmp(h, "TZif", 4)) return false;
    z->width = width;
    z->base = at + 44;
    z->ntimes = big(h + 32, 4);
    z->ntypes = big(h + 36, 4);
    z->nchars = big(h + 40, 4);
    if (z->ntimes < 0 || z->ntypes <= 0 || z->nchars < 0 || z->ntimes > 100000 || z->ntypes > 256)
        return false;
    if (width == 8 || h[4] < '2') return true;
    int64_t leap = big(h + 28, 4), isstd = big(h + 24, 4), isut = big(h + 20, 4);
    int64_t next = z->base + z->ntimes * 5 + z->ntypes * 6 + z->nchars + leap * 8 + isstd + isut;
    return header(z, next, 8);
}

/* The type of local time at a moment: the last transition not after it. */
static bool zone_lookup(struct tzif *z, int64_t seconds, struct civil *c) {
    int64_t lo = 0, hi = z->ntimes;
    uint8_t b[8], type = 0, info[6];
    while (lo < hi) {
        int64_t mid = (lo + hi) / 2;
        if (!read_at(z->fd, z->base + mid * z->width, b, (size_t)z->width)) return false;
        if (big(b, z->width) <= seconds)
            lo = mid + 1;
        else
            hi = mid;
    }
    int64_t types = z->base + z->ntimes * z->width, infos = types + z->ntimes;
    if (lo && !read_at(z->fd, types + lo - 1, &type, 1)) return false;
    if (type >= z->ntypes || !read_at(z->fd, infos + type * 6, info, 6)) return false;
    c->offset = (int32_t)big(info, 4);
    c->dst = info[4] != 0;
    int64_t at = infos + z->ntypes * 6 + info[5];
    if (os_seek(z->fd, at, OS_SEEK_SET) != at) return false;
    int64_t n = os_read(z->fd, c->zone, sizeof c->zone - 1);
    c->zone[n > 0 ? n : 0] = 0;
    return n > 0;
}

void zone_at(int64_t seconds, struct civil *c) {
    char path[256] = "/etc/localtime";
    const char *tz = os_getenv("TZ"), *dir = "/usr/share/zoneinfo/";
    c->offset = 0;
    c->dst = 0;
    memcpy(c->zone, "UTC", 4);
    if (tz) {
        if (*tz == ':') tz++;
        size_t n = strlen(tz), d = strlen(dir);
        if (!n || n + d >= sizeof path) return;
        if (*tz == '/')
            d = 0;
        else
            memcpy(path, dir, d);
        memcpy(path + d, tz, n + 1);
    }
    struct tzif z = {.fd = os_open(path, OS_O_RDONLY | OS_O_CLOEXEC, 0)};
    if (z.fd < 0) return;
    if (!header(&z, 0, 4) || !zone_lookup(&z, seconds, c)) {
        c->offset = 0;
        c->dst = 0;
        memcpy(c->zone, "UTC", 4);
    }
    os_close(z.fd);
}

int64_t civil_local_seconds(const struct civil *c) {
    int64_t month = c->month - 1, year = c->year + floor_div(month, 12);
    month -= floor_div(month, 12) * 12;
    int64_t s = (civil_days(year, (int)month + 1, 1) + c->day - 1) * 86400 + c->hour * INT64_C(3600) +
                c->minute * 60 + c->second;
    struct civil at;
    zone_at(s, &at);
    int32_t first = at.offset;
    zone_at(s - first, &at);
    if (at.offset != first) zone_at(s - at.offset, &at);
    /* A time that exists twice or not at all: the caller's daylight flag decides. */
    if (c->dst >= 0 && at.dst != c->dst) {
        struct civil other;
        for (int64_t d = 1; d <= 370; d += 1) {
            zone_at(s - at.offset - d * 86400, &other);
            if (other.dst == c->dst) return s - other.offset;
        }
    }
    return s - at.offset;
}
