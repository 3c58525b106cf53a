/* The time module. */
#include "runtime/lib/native.h"
#include "runtime/lib/seconds.h"
#include "runtime/lib/structseq.h"
#include "runtime/lib/time_zone.h"
#include "runtime/gc/gc.h"
#include "runtime/os/os.h"
#include "runtime/state.h"

METHOD_TABLE(time);

/* CPython divides: the nearest double to ns / 1e9. */
static val clock_seconds(struct thread *t, enum os_clock which) {
    return float_new(t, (double)os_clock(which) / 1e9);
}

static val f_time(struct thread *t) {
    return clock_seconds(t, OS_CLOCK_REALTIME);
}
static val f_time_ns(struct thread *t) {
    return int_from_i64(t, os_clock(OS_CLOCK_REALTIME));
}
static val f_monotonic(struct thread *t) {
    return clock_seconds(t, OS_CLOCK_MONOTONIC);
}
static val f_monotonic_ns(struct thread *t) {
    return int_from_i64(t, os_clock(OS_CLOCK_MONOTONIC));
}
static val f_process_time(struct thread *t) {
    return clock_seconds(t, OS_CLOCK_PROCESS);
}
static val f_process_time_ns(struct thread *t) {
    return int_from_i64(t, os_clock(OS_CLOCK_PROCESS));
}
static val f_thread_time(struct thread *t) {
    return clock_seconds(t, OS_CLOCK_THREAD);
}

static val f_sleep(struct thread *t, val v) {
    int64_t ns, since = os_clock(OS_CLOCK_MONOTONIC);
    if (!seconds_arg(t, v, true, &ns)) return 0;
    if (ns < 0) return raise(t, &exc_ValueError, "sleep length must be non-negative");
    for (;;) {
        int r = BLOCKING(t, os_sleep(seconds_left(ns, since)));
        if (r >= 0) return stack_check(t) < 0 ? 0 : NONE; /* a signal of the last moment */
        if (r != -OS_EINTR) return raise_oserror(t, -r, 0);
        if (rt_poll(t) < 0) return 0;
    }
}

/* ---- struct_time ---- */

STRUCTSEQ(struct_time, "time.struct_time", 9, 11,
          "tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday tm_yday tm_isdst tm_zone tm_gmtoff");

static val from_civil(struct thread *t, const struct civil *c) {
    val zone = str_ascii(t, c->zone);
    val items[11] = {val_small(c->year),   val_small(c->month),
                     val_small(c->day),    val_small(c->hour),
                     val_small(c->minute), val_small(c->second),
                     val_small(c->wday),   val_small(c->yday),
                     val_small(c->dst),    zone,
                     val_small(c->offset)};
    return structseq_new(t, &struct_time, items);
}

/* The optional seconds argument; now when absent or None. */
static bool moment(struct thread *t, const char *name, int64_t argc, val *argv, val kwnames, int64_t *out) {
    if (!ctor_args(t, name, argc, kwnames, 0, 1)) return false;
    *out = os_clock(OS_CLOCK_REALTIME) / 1000000000;
    if (argc == 0 || argv[0] == NONE) return true;
    if (val_is_int(argv[0])) {
        if (int_to_i64(argv[0], out) && *out > -67768040609740800 && *out < 67768036191676800) return true;
        return raise(t, &exc_OverflowError, "timestamp out of range for platform time_t"), false;
    }
    double d;
    if (!val_is_float(argv[0]))
        return raise(t, &exc_TypeError, "'%T' object cannot be interpreted as an integer", argv[0]), false;
    d = float_get(argv[0]);
    if (d != d) return raise(t, &exc_ValueError, "Invalid value NaN (not a number)"), false;
    if (d < -6.7e16 || d > 6.7e16)
        return raise(t, &exc_OverflowError, "timestamp out of range for platform time_t"), false;
    *out = (int64_t)d;
    if ((double)*out > d) --*out;
    return true;
}

static val f_gmtime(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t s;
    struct civil c;
    if (!moment(t, "gmtime", argc, argv, kwnames, &s)) return 0;
    civil_from_seconds(s, 0, &c);
    c.dst = 0;
    memcpy(c.zone, "GMT", 4); /* glibc's name for it */
    return from_civil(t, &c);
}
static void local_at(int64_t s, struct civil *c) {
    zone_at(s, c);
    civil_from_seconds(s, c->offset, c);
}
static val f_localtime(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t s;
    struct civil c;
    if (!moment(t, "localtime", argc, argv, kwnames, &s)) return 0;
    local_at(s, &c);
    return from_civil(t, &c);
}

/* Nine numbers, from struct_time or any tuple. */
static bool to_civil(struct thread *t, const char *name, val v, struct civil *c) {
    int64_t n[9];
    if (!val_has(v, TYPE_TUPLE))
        return raise(t, &exc_TypeError, "Tuple or struct_time argument required"), false;
    if (AS(tuple, v)->len != 9)
        return raise(t, &exc_TypeError, "%s(): illegal time tuple argument", name), false;
    for (int i = 0; i < 9; i++) {
        if (!index_i64(t, AS(tuple, v)->item[i], &n[i])) return false;
        if (n[i] > INT32_MAX || n[i] < INT32_MIN)
            return raise(t, &exc_OverflowError, "signed integer is %s than %s", n[i] > 0 ? "greater" : "less",
                         n[i] > 0 ? "maximum" : "minimum"),
                   false;
    }
    *c = (struct civil){.year = n[0],
                        .month = (int)n[1],
                        .day = (int)n[2],
                        .hour = (int)n[3],
                        .minute = (int)n[4],
                        .second = (int)n[5],
                        .wday = (int)n[6],
                        .yday = (int)n[7],
                        .dst = (int)n[8]};
    if (v && type_of(v) == &struct_time.type && val_is_small(structseq_at(v, 10)))
        c->offset = (int32_t)val_small_get(structseq_at(v, 10));
    memcpy(c->zone, "UTC", 4);
    if (type_of(v) == &struct_time.type && val_is_str(structseq_at(v, 9))) {
        size_t len;
        const char *z = str_to_utf8(t, structseq_at(v, 9), &len, true);
        if (!z) return false;
        if (len >= sizeof c->zone) len = sizeof c->zone - 1;
        memcpy(c->zone, z, len);
        c->zone[len] = 0;
    }
    return true;
}

static bool in_range(struct thread *t, struct civil *c) {
    const char *bad = NULL;
    if (c->month == 0) c->month = 1;
    if (c->day == 0) c->day = 1;
    if (c->yday == 0) c->yday = 1;
    if (c->month < 1 || c->month > 12)
        bad = "month out of range";
    else if (c->day < 1 || c->day > 31)
        bad = "day of month out of range";
    else if (c->hour < 0 || c->hour > 23)
        bad = "hour out of range";
    else if (c->minute < 0 || c->minute > 59)
        bad = "minute out of range";
    else if (c->second < 0 || c->second > 61)
        bad = "seconds out of range";
    else if (c->wday < -1)
        bad = "day of week out of range";
    else if (c->yday < 1 || c->yday > 366)
        bad = "day of year out of range";
    c->wday = (c->wday + 7) % 7;
    if (bad) raise(t, &exc_ValueError, "%s", bad);
    return !bad;
}

static val f_mktime(struct thread *t, val v) {
    struct civil c;
    if (!to_civil(t, "mktime", v, &c)) return 0;
    return float_new(t, (double)civil_local_seconds(&c));
}

/* ---- text ---- */

static const char *const days[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                   "Friday", "Saturday", "Sunday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static bool put_text(struct strbuf *b, const char *s, size_t n) {
    return strbuf_ascii(b, s, n < strlen(s) ? n : strlen(s));
}
static bool put_number(struct strbuf *b, int64_t n, int width, char pad) {
    char digits[24];
    int i = 24;
    bool minus = n < 0;
    uint64_t u = minus ? 0 - (uint64_t)n : (uint64_t)n;
    do digits[--i] = (char)('0' + u % 10);
    while (u /= 10);
    while (24 - i < width) digits[--i] = pad;
    if (minus) digits[--i] = '-';
    return strbuf_ascii(b, digits + i, (size_t)(24 - i));
}

static int iso_week(const struct civil *c, int64_t *year) {
    int week = (c->yday - 1 - c->wday + 10) / 7;
    *year = c->year;
    int64_t y = week < 1 ? c->year - 1 : c->year;
    bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    if (week < 1) {
        *year = y;
        int yday = c->yday + (leap ? 366 : 365);
        return (yday - 1 - c->wday + 10) / 7;
    }
    if (week == 53 && c->yday - 1 - c->wday + 3 >= (leap ? 366 : 365)) {
        ++*year;
        return 1;
    }
    return week;
}

static bool put_format(struct strbuf *b, const char *f, size_t n, const struct civil *c);

static bool put_directive(struct strbuf *b, char d, const struct civil *c) {
    int64_t iso;
    int hour12 = c->hour % 12 ? c->hour % 12 : 12, sunday = (c->wday + 1) % 7;
    switch (d) {
    case 'a': return put_text(b, days[c->wday], 3);
    case 'A': return put_text(b, days[c->wday], 20);
    case 'b':
    case 'h': return put_text(b, months[c->month - 1], 3);
    case 'B': return put_text(b, months[c->month - 1], 20);
    case 'c': return put_format(b, "%a %b %e %H:%M:%S %Y", 20, c);
    case 'C': return put_number(b, c->year / 100, 2, '0');
    case 'd': return put_number(b, c->day, 2, '0');
    case 'D':
    case 'x': return put_format(b, "%m/%d/%y", 8, c);
    case 'e': return put_number(b, c->day, 2, ' ');
    case 'F': return put_format(b, "%Y-%m-%d", 8, c);
    case 'g': return iso_week(c, &iso), put_number(b, iso % 100, 2, '0');
    case 'G': return iso_week(c, &iso), put_number(b, iso, 1, '0');
    case 'H': return put_number(b, c->hour, 2, '0');
    case 'I': return put_number(b, hour12, 2, '0');
    case 'j': return put_number(b, c->yday, 3, '0');
    case 'k': return put_number(b, c->hour, 2, ' ');
    case 'l': return put_number(b, hour12, 2, ' ');
    case 'm': return put_number(b, c->month, 2, '0');
    case 'M': return put_number(b, c->minute, 2, '0');
    case 'n': return strbuf_char(b, '\n');
    case 'p': return put_text(b, c->hour < 12 ? "AM" : "PM", 2);
    case 'P': return put_text(b, c->hour < 12 ? "am" : "pm", 2);
    case 'r': return put_format(b, "%I:%M:%S %p", 11, c);
    case 'R': return put_format(b, "%H:%M", 5, c);
    case 's': return put_number(b, civil_local_seconds(c), 1, '0');
    case 'S': return put_number(b, c->second, 2, '0');
    case 't': return strbuf_char(b, '\t');
    case 'T':
    case 'X': return put_format(b, "%H:%M:%S", 8, c);
    case 'u': return put_number(b, c->wday + 1, 1, '0');
    case 'U': return put_number(b, (c->yday - 1 + 7 - sunday) / 7, 2, '0');
    case 'V': return put_number(b, iso_week(c, &iso), 2, '0');
    case 'w': return put_number(b, sunday, 1, '0');
    case 'W': return put_number(b, (c->yday - 1 + 7 - c->wday) / 7, 2, '0');
    case 'y': return put_number(b, ((c->year % 100) + 100) % 100, 2, '0');
    case 'Y': return put_number(b, c->year, 1, '0');
    case 'z': {
        int32_t o = c->offset < 0 ? -c->offset : c->offset;
        return strbuf_char(b, c->offset < 0 ? '-' : '+') && put_number(b, o / 3600, 2, '0') &&
               put_number(b, o / 60 % 60, 2, '0');
    }
    case 'Z': return put_text(b, c->zone, 12);
    case '%': return strbuf_char(b, '%');
    default: return strbuf_char(b, '%') && strbuf_char(b, (uint8_t)d);
    }
}

static bool put_format(struct strbuf *b, const char *f, size_t n, const struct civil *c) {
    for (size_t i = 0; i < n; i++) {
        if (f[i] != '%' || i + 1 == n) {
            if (!strbuf_char(b, (uint8_t)f[i])) return false;
            continue;
        }
        char d = f[++i];
        /* glibc's "-": no padding */
        if (d == '-' && i + 1 < n) {
            d = f[++i];
            int64_t v = d == 'd' || d == 'e'   ? c->day
                        : d == 'm'             ? c->month
                        : d == 'H' || d == 'k' ? c->hour
                        : d == 'I' || d == 'l' ? (c->hour % 12 ? c->hour % 12 : 12)
                        : d == 'M'             ? c->minute
                        : d == 'S'             ? c->second
                        : d == 'j'             ? c->yday
                        : d == 'y'             ? c->year % 100
                                               : -1;
            if (v >= 0 ? !put_number(b, v, 1, '0') : !put_directive(b, d, c)) return false;
        } else if (!put_directive(b, d, c))
            return false;
    }
    return true;
}

static val f_strftime(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct civil c;
    if (!ctor_args(t, "strftime", argc, kwnames, 1, 2)) return 0;
    if (!val_is_str(argv[0]))
        return raise(t, &exc_TypeError, "strftime() argument 1 must be str, not %B", argv[0]);
    if (argc > 1) {
        if (!to_civil(t, "strftime", argv[1], &c) || !in_range(t, &c)) return 0;
    } else
        local_at(os_clock(OS_CLOCK_REALTIME) / 1000000000, &c);
    struct strbuf b;
    strbuf_init(&b, t);
    const struct string *f = AS(string, argv[0]);
    /* Directives are ASCII; other characters pass through. */
    for (int64_t i = 0; i < f->len; i++) {
        char piece[3] = {0};
        uint32_t ch = str_at(f, i);
        if (ch != '%' || i + 1 == f->len) {
            if (!strbuf_char(&b, ch)) return 0;
            continue;
        }
        size_t n = 0;
        piece[n++] = '%';
        uint32_t d = str_at(f, ++i);
        if (d == '-' && i + 1 < f->len) {
            piece[n++] = '-';
            d = str_at(f, ++i);
        }
        piece[n++] = (char)(d < 128 ? d : '?');
        if (!put_format(&b, piece, n, &c)) return 0;
    }
    return strbuf_finish(&b);
}

static val text_of(struct thread *t, const struct civil *c) {
    struct strbuf b;
    strbuf_init(&b, t);
    return put_format(&b, "%a %b %e %H:%M:%S %Y", 20, c) ? strbuf_finish(&b) : 0;
}
static val f_asctime(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    struct civil c;
    if (!ctor_args(t, "asctime", argc, kwnames, 0, 1)) return 0;
    if (argc) {
        if (!to_civil(t, "asctime", argv[0], &c) || !in_range(t, &c)) return 0;
    } else
        local_at(os_clock(OS_CLOCK_REALTIME) / 1000000000, &c);
    return text_of(t, &c);
}
static val f_ctime(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    int64_t s;
    struct civil c;
    if (!moment(t, "ctime", argc, argv, kwnames, &s)) return 0;
    local_at(s, &c);
    return text_of(t, &c);
}

METHOD(time, time, f_time, 0, 0, "()");
METHOD(time, time_ns, f_time_ns, 0, 0, "()");
METHOD(time, monotonic, f_monotonic, 0, 0, "()");
METHOD(time, monotonic_ns, f_monotonic_ns, 0, 0, "()");
METHOD(time, perf_counter, f_monotonic, 0, 0, "()");
METHOD(time, perf_counter_ns, f_monotonic_ns, 0, 0, "()");
METHOD(time, process_time, f_process_time, 0, 0, "()");
METHOD(time, process_time_ns, f_process_time_ns, 0, 0, "()");
METHOD(time, thread_time, f_thread_time, 0, 0, "()");
METHOD(time, sleep, f_sleep, 1, 0, 0);
METHOD(time, gmtime, f_gmtime, -1, 0, 0);
METHOD(time, localtime, f_localtime, -1, 0, 0);
METHOD(time, mktime, f_mktime, 1, 0, 0);
METHOD(time, strftime, f_strftime, -1, 0, 0);
METHOD(time, asctime, f_asctime, -1, 0, 0);
METHOD(time, ctime, f_ctime, -1, 0, 0);

static const struct native_int clocks[] = {
    {"CLOCK_REALTIME", 0},
    {"CLOCK_MONOTONIC", 1},
    {"CLOCK_PROCESS_CPUTIME_ID", 2},
    {"CLOCK_THREAD_CPUTIME_ID", 3},
    {"CLOCK_MONOTONIC_RAW", 4},
    {"CLOCK_BOOTTIME", 7},
    {"CLOCK_TAI", 11},
};

static val time_init(struct thread *t) {
    val m = native_module_new(t, "time", METHODS(time));
    if (!m || structseq_ready(t, &struct_time) < 0 ||
        native_set(t, m, "struct_time", val_of(&struct_time.type)) < 0)
        return 0;
    /* Standard and daylight time of this year: a January and a July moment. */
    int64_t year = os_clock(OS_CLOCK_REALTIME) / 1000000000;
    struct civil now, a, b;
    civil_from_seconds(year, 0, &now);
    zone_at(civil_days(now.year, 1, 1) * 86400, &a);
    zone_at(civil_days(now.year, 7, 1) * 86400, &b);
    bool north = !a.dst;
    struct civil *standard = north ? &a : &b, *summer = north ? &b : &a;
    val names[2] = {str_ascii(t, standard->zone), str_ascii(t, summer->zone)};
    if (!names[0] || !names[1] || native_set(t, m, "timezone", val_small(-standard->offset)) < 0 ||
        native_set(t, m, "altzone", val_small(-summer->offset)) < 0 ||
        native_set(t, m, "daylight", val_small(a.dst != b.dst)) < 0 ||
        native_set(t, m, "tzname", tuple_of(t, 2, names)) < 0 ||
        native_set_ints(t, m, clocks, sizeof clocks / sizeof *clocks) < 0)
        return 0;
    return m;
}
NATIVE_MODULE(time, "time", time_init);
