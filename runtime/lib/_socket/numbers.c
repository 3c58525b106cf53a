/* Internet addresses as text. */
#include "runtime/lib/_socket/socket.h"

size_t decimal_text(uint64_t n, char out[24]) {
    char digits[24];
    size_t count = 0, at = 0;
    do digits[count++] = (char)('0' + n % 10);
    while (n /= 10);
    while (count) out[at++] = digits[--count];
    out[at] = 0;
    return at;
}

bool decimal_parse(const char *s, uint64_t most, uint64_t *n) {
    *n = 0;
    if (!*s) return false;
    for (; *s; s++) {
        if (*s < '0' || *s > '9') return false;
        *n = *n * 10 + (uint64_t)(*s - '0');
        if (*n > most) return false;
    }
    return true;
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static bool strict_parse(const char *s, uint8_t ip[4]) {
    for (int i = 0; i < 4; i++) {
        unsigned n = 0, digits = 0;
        for (; *s >= '0' && *s <= '9'; s++, digits++) {
            if (digits && n == 0) return false;
            if ((n = n * 10 + (unsigned)(*s - '0')) > 255) return false;
        }
        if (!digits || *s != (i < 3 ? '.' : 0)) return false;
        ip[i] = (uint8_t)n;
        s++;
    }
    return true;
}

/* The last of up to four parts fills the bytes that are left. */
bool ipv4_parse(const char *s, bool strict, uint8_t ip[4]) {
    if (strict) return strict_parse(s, ip);
    uint64_t part[4];
    int n = 0;
    for (;; s++) {
        int base = 10;
        if (n == 4 || *s < '0' || *s > '9') return false;
        if (*s == '0') {
            base = 8;
            if ((s[1] | 32) == 'x' && digit_value(s[2]) < 16) base = 16, s += 2;
        }
        for (part[n] = 0; digit_value(*s) < base; s++)
            if ((part[n] = part[n] * (unsigned)base + (unsigned)digit_value(*s)) > UINT32_MAX) return false;
        n++;
        if (*s != '.') break;
    }
    if (*s && *s != ' ' && *s != '\t' && *s != '\n') return false;
    uint64_t whole = part[n - 1];
    if (whole >> (8 * (5 - n))) return false;
    for (int i = 0; i < n - 1; i++) {
        if (part[i] > 255) return false;
        whole |= part[i] << (24 - 8 * i);
    }
    for (int i = 0; i < 4; i++) ip[i] = (uint8_t)(whole >> (24 - 8 * i));
    return true;
}

bool ipv6_parse(const char *s, uint8_t ip[16]) {
    uint8_t out[16] = {0};
    int n = 0, gap = -1;
    if (*s == ':' && *++s != ':') return false;
    while (*s) {
        if (*s == ':') {
            if (gap >= 0) return false;
            gap = n;
            s++;
            continue;
        }
        const char *from = s;
        unsigned group = 0, digits = 0;
        for (; digit_value(*s) < 16 && digits < 5; s++, digits++)
            group = group * 16 + (unsigned)digit_value(*s);
        if (*s == '.') {
            if (n > 12 || !strict_parse(from, out + n)) return false;
            n += 4;
            break;
        }
        if (!digits || digits > 4 || n > 14) return false;
        out[n++] = (uint8_t)(group >> 8), out[n++] = (uint8_t)group;
        if (*s == ':' && !s[1]) return false;
        if (*s == ':')
            s++;
        else if (*s)
            return false;
    }
    if (gap < 0 ? n != 16 : n == 16) return false;
    for (int i = 0; i < 16; i++) ip[i] = 0;
    for (int i = 0; i < (gap < 0 ? n : gap); i++) ip[i] = out[i];
    for (int i = gap; gap >= 0 && i < n; i++) ip[16 - n + i] = out[i];
    return true;
}

void ipv4_text(const uint8_t ip[4], char out[48]) {
    for (int i = 0; i < 4; i++) {
        out += decimal_text(ip[i], out);
        if (i < 3) *out++ = '.';
    }
    *out = 0;
}

/* The longest run of zero groups, if it is longer than one. */
static int longest_gap(const uint16_t g[8], int *length) {
    int best = -1;
    *length = 1;
    for (int i = 0; i < 8; i++) {
        int n = 0;
        while (i + n < 8 && !g[i + n]) n++;
        if (n > *length) best = i, *length = n;
        if (n) i += n - 1;
    }
    return best;
}

void ipv6_text(const uint8_t ip[16], char out[48]) {
    uint16_t g[8];
    int length;
    for (int i = 0; i < 8; i++) g[i] = (uint16_t)(ip[2 * i] << 8 | ip[2 * i + 1]);
    int gap = longest_gap(g, &length);
    for (int i = 0; i < 8; i++) {
        if (i == gap) {
            *out++ = ':';
            if ((i += length - 1) == 7) *out++ = ':';
            continue;
        }
        if (i) *out++ = ':';
        if (i == 6 && gap == 0 && (length == 6 || (length == 5 && g[5] == 0xffff))) {
            ipv4_text(ip + 12, out);
            return;
        }
        bool any = false;
        for (int shift = 12; shift >= 0; shift -= 4) {
            int d = g[i] >> shift & 15;
            if (d || any || !shift) *out++ = "0123456789abcdef"[d], any = true;
        }
    }
    *out = 0;
}
