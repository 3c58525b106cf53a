/* Names of characters, both ways. */
#include "runtime/lib/unicodedata/unicodedata.h"

METHOD_TABLE(unicodedata);

#define NAME_MAX 128
static const char syllable[] = "HANGUL SYLLABLE ", ideograph[] = "CJK UNIFIED IDEOGRAPH-";
static const char *const lead[] = {"G",  "GG", "N", "D",  "DD", "R", "M", "B", "BB", "S",
                                   "SS", "",   "J", "JJ", "C",  "K", "T", "P", "H"};
static const char *const vowel[] = {"A",  "AE", "YA", "YAE", "EO", "E",  "YEO", "YE", "O",  "WA", "WAE",
                                    "OE", "YO", "U",  "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
static const char *const tail[] = {"",   "G",  "GG", "GS", "N",  "NJ", "NH", "D", "L",  "LG",
                                   "LM", "LB", "LS", "LT", "LP", "LH", "M",  "B", "BS", "S",
                                   "SS", "NG", "J",  "C",  "K",  "T",  "P",  "H"};

static int64_t append(char *out, int64_t n, const char *z) {
    while (*z) out[n++] = *z++;
    return n;
}

/* The text of name number i of the tables, without a NUL; its length. */
static int64_t spell(uint32_t i, char out[NAME_MAX]) {
    int64_t n = 0;
    for (uint32_t at = ud_name_start[i]; at < ud_name_start[i + 1]; at++) {
        uint32_t token = ud_name_data[at];
        if (token >= 190) token = 190 + (token - 190) * 256 + ud_name_data[++at];
        const char *p = ud_tokens + ud_token_place[token / 16];
        for (uint32_t skip = token % 16; skip > 0; p++) skip -= *p == ' ' || *p == '-';
        do out[n++] = *p;
        while (*p != ' ' && *p++ != '-' && n < NAME_MAX);
    }
    return n > 0 ? n - 1 : 0; /* the space behind the last word */
}

static bool is_ideograph(uint32_t c) {
    for (uint32_t i = 0; i < ud_cjk_count; i++)
        if (c >= ud_cjk[2 * i] && c <= ud_cjk[2 * i + 1]) return true;
    return false;
}

static int64_t name_of(uint32_t c, char *out, int64_t room) {
    if (room < NAME_MAX - 1) return 0;
    if (c >= 0xac00 && c <= 0xd7a3) {
        uint32_t s = c - 0xac00;
        int64_t n = append(out, 0, syllable);
        return append(out, append(out, append(out, n, lead[s / 588]), vowel[s % 588 / 28]), tail[s % 28]);
    }
    if (is_ideograph(c)) {
        char hex[12];
        int64_t n = append(out, append(out, 0, ideograph), text_hex(c, hex));
        for (int64_t i = 0; i < n; i++)
            if (out[i] >= 'a' && out[i] <= 'f') out[i] = (char)(out[i] - 32);
        return n;
    }
    uint32_t low = 0, high = ud_name_count;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (ud_name_char[mid] < c)
            low = mid + 1;
        else
            high = mid;
    }
    return low < ud_name_count && ud_name_char[low] == c ? spell(low, out) : 0;
}

static bool starts(const char *p, int64_t n, const char *with) {
    int64_t m = (int64_t)strlen(with);
    return n > m && memcmp(p, with, (size_t)m) == 0;
}

/* The longest of `parts` that p[*at..n) begins with: its index; `count` when none does. */
static uint32_t longest(const char *p, int64_t n, int64_t *at, const char *const *parts, uint32_t count) {
    uint32_t best = count;
    int64_t length = -1;
    for (uint32_t i = 0; i < count; i++) {
        int64_t m = (int64_t)strlen(parts[i]);
        if (m > length && m <= n - *at && memcmp(p + *at, parts[i], (size_t)m) == 0) {
            best = i;
            length = m;
        }
    }
    if (best < count) *at += length;
    return best;
}

static bool computed(const char *p, int64_t n, uint32_t *c, bool *is) {
    *is = true;
    if (starts(p, n, syllable)) {
        int64_t at = sizeof syllable - 1;
        uint32_t l = longest(p, n, &at, lead, 19), v = longest(p, n, &at, vowel, 21),
                 e = longest(p, n, &at, tail, 28);
        *c = 0xac00 + (l * 21 + v) * 28 + e;
        return l < 19 && v < 21 && e < 28 && at == n;
    }
    if (starts(p, n, ideograph)) {
        int64_t at = sizeof ideograph - 1;
        if (n - at != 4 && n - at != 5) return false;
        for (*c = 0; at < n; at++) {
            char d = p[at];
            if (!((d >= '0' && d <= '9') || (d >= 'A' && d <= 'F'))) return false;
            *c = *c << 4 | (uint32_t)(d <= '9' ? d - '0' : d - 'A' + 10);
        }
        return is_ideograph(*c);
    }
    return *is = false;
}

/* The number of the name p[0..n), in any case; -1. */
static int64_t find(const char *p, int64_t n) {
    int64_t low = 0, high = ud_name_count + ud_alias_count + ud_sequence_count;
    if (n >= NAME_MAX) return -1;
    while (low < high) {
        int64_t mid = (low + high) / 2, i = 0, m;
        char name[NAME_MAX];
        m = spell(ud_name_order[mid], name);
        int order = 0;
        for (; !order && i < n && i < m; i++) {
            char c = p[i] >= 'a' && p[i] <= 'z' ? (char)(p[i] - 32) : p[i];
            order = (int)(uint8_t)c - (int)(uint8_t)name[i];
        }
        if (!order) order = n < m ? -1 : n > m;
        if (!order) return ud_name_order[mid];
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return -1;
}

static bool named(const char *p, int64_t n, uint32_t *c) {
    bool is, found = computed(p, n, c, &is);
    if (is) return found;
    int64_t i = find(p, n);
    if (i < 0 || i >= ud_name_count + ud_alias_count) return false;
    *c = ud_name_char[i];
    return true;
}

static val f_lookup(struct thread *t, val name) {
    struct buffer b;
    size_t n;
    const char *p;
    uint32_t c;
    if (val_is_str(name)) {
        if (!(p = str_to_utf8(t, name, &n, false))) return 0;
    } else {
        if (!buffer_get(t, name, &b)) return 0;
        p = (const char *)b.p;
        n = (size_t)b.n;
    }
    if (n > 256) return raise(t, &exc_KeyError, "name too long");
    if (named(p, (int64_t)n, &c)) return str_char(t, c);
    int64_t i = find(p, (int64_t)n) - ud_name_count - ud_alias_count;
    if (i >= 0) return text_units(t, ud_sequence_pool + (ud_sequence[i] >> 8), ud_sequence[i] & 255, 4);
    val shown = str_utf8(t, p, n);
    return shown ? raise(t, &exc_KeyError, "undefined character name '%U'", shown) : 0;
}

static val f_name(struct thread *t, val callee, int64_t argc, val *argv, val kwnames) {
    (void)callee;
    uint32_t c;
    char name[NAME_MAX];
    if (!args_no_keywords(t, "unicodedata.name", kwnames) || !args_count(t, "name", argc, 1, 2) ||
        !ud_character(t, "name", 1, argv[0], &c))
        return 0;
    int64_t n = name_of(c, name, NAME_MAX);
    if (n) return text_ascii(t, name, n);
    return argc > 1 ? argv[1] : raise(t, &exc_ValueError, "no such name");
}

/* The last but one word is what error handlers and escapes call (_unicodedata.c hands it on), when the
 * program has it. */
static const struct method method_name METHOD_SECTION(unicodedata, name) = {
    "name", (void *)f_name, -1, 0, "($self, chr, default=<unrepresentable>, /)", (void *)name_of, 0};
static const struct method method_lookup METHOD_SECTION(unicodedata, lookup) = {
    "lookup", (void *)f_lookup, 1, 0, "($self, name, /)", (void *)named, 0};
