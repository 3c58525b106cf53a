/* Characters: folding, categories, and sets read from the words of a pattern. */
#include "runtime/lib/_sre/sre.h"
#include "runtime/text/unicode.h"

uint32_t sre_lower(uint32_t c, enum sre_fold fold) {
    if (c < 128) return fold != FOLD_NONE && c >= 'A' && c <= 'Z' ? c + 32 : c;
    uint32_t out[3];
    if (fold == FOLD_UNICODE && uc_lower(c, out)) return out[0];
    return c;
}

uint32_t sre_upper(uint32_t c, enum sre_fold fold) {
    if (c < 128) return fold != FOLD_NONE && c >= 'a' && c <= 'z' ? c - 32 : c;
    uint32_t out[3];
    if (fold == FOLD_UNICODE && uc_upper(c, out)) return out[0];
    return c;
}

static bool ascii_word(uint32_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Pairs: the category and its opposite. The locale is C's, where bytes over 127 are nothing. */
bool sre_category(uint32_t category, uint32_t c) {
    bool in;
    switch (category / 2) {
    case 0: in = c >= '0' && c <= '9'; break;
    case 1: in = c == ' ' || (c >= 9 && c <= 13); break;
    case 2:
    case 4: in = ascii_word(c); break;
    case 3: in = c == '\n'; break;
    case 5: in = uc_is(c, UC_DECIMAL); break;
    case 6: in = uc_is_space(c); break;
    case 7: in = c == '_' || uc_is(c, UC_ALPHA | UC_DECIMAL | UC_DIGIT | UC_NUMERIC); break;
    default: in = uc_is_line_end(c); break;
    }
    return in != (category & 1);
}

static bool in_words(const uint32_t *w, uint32_t c) {
    bool yes = true;
    for (;;) switch (*w++) {
        case W_FAILURE: return !yes;
        case W_NEGATE: yes = !yes; break;
        case W_LITERAL:
            if (c == *w++) return yes;
            break;
        case W_CATEGORY:
            if (sre_category(*w++, c)) return yes;
            break;
        case W_CHARSET:
            if (c < 256 && w[c / 32] >> (c & 31) & 1) return yes;
            w += 8;
            break;
        case W_RANGE:
            if (w[0] <= c && c <= w[1]) return yes;
            w += 2;
            break;
        case W_RANGE_UNI_IGNORE: {
            uint32_t up = sre_upper(c, FOLD_UNICODE);
            if ((w[0] <= c && c <= w[1]) || (w[0] <= up && up <= w[1])) return yes;
            w += 2;
            break;
        }
        default: { /* W_BIGCHARSET */
            uint32_t blocks = *w++;
            if (c < 0x10000) {
                uint32_t block = ((const uint8_t *)w)[c >> 8];
                if (w[64 + block * 8 + (c & 255) / 32] >> (c & 31) & 1) return yes;
            }
            w += 64 + blocks * 8;
        }
        }
}

bool sre_set_ask(const struct sre_pattern *re, const struct sre_set *s, uint32_t c) {
    bool in;
    if (s->kind == SET_CHAR)
        in = sre_lower(c, s->fold) == s->words ||
             (s->fold == FOLD_LOCALE && sre_upper(c, s->fold) == s->words);
    else {
        const uint32_t *w = re->word + s->words;
        in = in_words(w, sre_lower(c, s->fold));
        if (!in && s->fold == FOLD_LOCALE) in = in_words(w, sre_upper(c, s->fold));
    }
    return in != s->negated;
}

/* Whether characters over Latin-1 are in none, all or some, as far as that is plain from the words. */
static uint8_t high_of(const struct sre_pattern *re, const struct sre_set *s) {
    if (s->kind == SET_CHAR) {
        /* Only the long s, the Kelvin and the Angstrom sign and the like fold into Latin-1: ask. */
        if (s->fold == FOLD_UNICODE || s->words > 255) return HIGH_ASK;
        return s->negated ? HIGH_ALL : HIGH_NONE;
    }
    if (s->fold == FOLD_UNICODE) return HIGH_ASK;
    bool yes = true;
    for (const uint32_t *w = re->word + s->words;;) switch (*w++) {
        case W_FAILURE: return yes != s->negated ? HIGH_NONE : HIGH_ALL;
        case W_NEGATE: yes = !yes; break;
        case W_LITERAL:
            if (*w++ > 255) return HIGH_ASK;
            break;
        case W_CHARSET: w += 8; break;
        case W_CATEGORY: /* one of ASCII, not its opposite */
            if (*w / 2 > 4 || *w & 1) return HIGH_ASK;
            w++;
            break;
        case W_RANGE:
            if (w[1] > 255) return HIGH_ASK;
            w += 2;
            break;
        default: return HIGH_ASK;
        }
}

void sre_set_fill(const struct sre_pattern *re, struct sre_set *s) {
    for (uint32_t c = 0; c < 256; c++)
        if (sre_set_ask(re, s, c)) s->low[c / 64] |= UINT64_C(1) << (c & 63);
    s->high = high_of(re, s);
}

uint32_t sre_set_words(const uint32_t *word, uint32_t at, uint32_t end) {
    for (uint32_t i = at; i < end;) {
        uint32_t op = word[i++], more = 0;
        switch (op) {
        case W_FAILURE: return i - at;
        case W_NEGATE: break;
        case W_LITERAL: more = 1; break;
        case W_RANGE:
        case W_RANGE_UNI_IGNORE: more = 2; break;
        case W_CHARSET: more = 8; break;
        case W_CATEGORY:
            if (i >= end || word[i] >= SRE_CATEGORIES) return 0;
            more = 1;
            break;
        case W_BIGCHARSET: {
            if (end - i < 65 || word[i] > 256) return 0;
            const uint8_t *block = (const uint8_t *)(word + i + 1);
            for (int k = 0; k < 256; k++)
                if (block[k] >= word[i]) return 0;
            more = 65 + word[i] * 8;
            break;
        }
        default: return 0;
        }
        if (more > end - i) return 0;
        i += more;
    }
    return 0;
}
