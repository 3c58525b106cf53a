/* Names of characters. Hangul syllables and CJK ideographs are computed; unicode_names.c holds the others by
 * hash. As in CPython, case matters for the computed names only. */
#include "rules/python/unicode.h"

static uint64_t name_hash(struct str s) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        h = (h ^ (uint8_t)c) * 0x100000001b3u;
    }
    h ^= h >> 32;
    return h * 0x9e3779b97f4a7c15u;
}

static const char *const lead[] = {"G",  "GG", "N", "D",  "DD", "R", "M", "B", "BB", "S",
                                   "SS", "",   "J", "JJ", "C",  "K", "T", "P", "H"};
static const char *const vowel[] = {"A",  "AE", "YA", "YAE", "EO", "E",  "YEO", "YE", "O",  "WA", "WAE",
                                    "OE", "YO", "U",  "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
static const char *const tail[] = {"",   "G",  "GG", "GS", "N",  "NJ", "NH", "D", "L",  "LG",
                                   "LM", "LB", "LS", "LT", "LP", "LH", "M",  "B", "BS", "S",
                                   "SS", "NG", "J",  "C",  "K",  "T",  "P",  "H"};

/* The longest of `parts` that `s` starts with is taken off it. Returns its index, or n when none fits. */
static size_t take_longest(struct str *s, const char *const *parts, size_t n) {
    size_t best = n, best_length = 0;
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(parts[i]);
        if (length <= s->n && !memcmp(s->p, parts[i], length) && (best == n || length > best_length)) {
            best = i;
            best_length = length;
        }
    }
    s->p += best_length;
    s->n -= best_length;
    return best;
}

static bool hangul(struct str s, uint32_t *c) {
    size_t l = take_longest(&s, lead, COUNT(lead)), v = take_longest(&s, vowel, COUNT(vowel)),
           t = take_longest(&s, tail, COUNT(tail));
    if (l == COUNT(lead) || v == COUNT(vowel) || t == COUNT(tail) || s.n) return false;
    *c = 0xac00 + (uint32_t)((l * COUNT(vowel) + v) * COUNT(tail) + t);
    return true;
}

static bool cjk(struct str s, uint32_t *c) {
    if (s.n != 4 && s.n != 5) return false;
    *c = 0;
    for (size_t i = 0; i < s.n; i++) {
        char d = s.p[i];
        if (d >= '0' && d <= '9')
            *c = *c << 4 | (uint32_t)(d - '0');
        else if (d >= 'A' && d <= 'F')
            *c = *c << 4 | (uint32_t)(d - 'A' + 10);
        else
            return false;
    }
    for (size_t i = 0; i < uni_cjk_count; i++)
        if (*c >= uni_cjk[2 * i] && *c <= uni_cjk[2 * i + 1]) return true;
    return false;
}

bool uni_name_find(struct str name, uint32_t *c) {
    static const char syllable[] = "HANGUL SYLLABLE ", ideograph[] = "CJK UNIFIED IDEOGRAPH-";
    size_t n = sizeof syllable - 1;
    if (name.n > n && !memcmp(name.p, syllable, n)) return hangul((struct str){name.p + n, name.n - n}, c);
    n = sizeof ideograph - 1;
    if (name.n > n && !memcmp(name.p, ideograph, n)) return cjk((struct str){name.p + n, name.n - n}, c);
    uint64_t h = name_hash(name) >> 21;
    size_t lo = 0, hi = uni_names_count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (uni_names[mid] >> 21 < h)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == uni_names_count || uni_names[lo] >> 21 != h) return false;
    *c = (uint32_t)(uni_names[lo] & 0x1fffff);
    return true;
}
