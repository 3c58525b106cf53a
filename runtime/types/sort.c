/* Stable adaptive merge sort: natural runs, binary insertion up to the minimum run, galloping merges, runs
 * merged by the powersort policy. The sequence of comparisons is CPython 3.11's, because programs can see it:
 * through `__lt__` and through the result for keys without a total order (NaN).
 *
 * While a list is sorted it looks empty to the program (cap = -1), and the items live in a private list that
 * the collector sees. Keys, when there are any, are sorted in lock step with the values. */
#include "runtime/types/sort_radix.h"

#define MIN_GALLOP  7
#define DEAL_MIN    128
#define MAX_PENDING 64

/* Parallel arrays: keys decide, values (NULL without a key function) follow. */
struct span {
    val *key, *value;
};

struct pending {
    int64_t base, len;
    int power;
};

struct sorter;
typedef int64_t (*less_fn)(struct sorter *s, val a, val b); /* a < b: 1, 0, -1 raised */

struct sorter {
    struct thread *t;
    less_fn less;
    struct span all;
    int64_t n, min_gallop;
    struct span temp;
    int64_t temp_cap;
    int npending;
    struct pending run[MAX_PENDING];
};

/* ---- comparisons ---- */

static int64_t less_any(struct sorter *s, val a, val b) {
    struct thread *t = s->t;
    if (val_is_small(a) && val_is_small(b)) return (int64_t)a < (int64_t)b;
    return obj_less(t, a, b);
}
static int64_t less_small(struct sorter *s, val a, val b) {
    return (void)s, (int64_t)a < (int64_t)b;
}
static int64_t less_float(struct sorter *s, val a, val b) {
    (void)s;
    double x = val_is_flt(a) ? flt_unpack(a) : AS(floatbox, a)->value;
    double y = val_is_flt(b) ? flt_unpack(b) : AS(floatbox, b)->value;
    return x < y;
}
static inline uint64_t load8(const uint8_t *p) {
    uint64_t w;
    memcpy(&w, p, 8);
    return __builtin_bswap64(w);
}
static inline uint32_t load4(const uint8_t *p) {
    uint32_t w;
    memcpy(&w, p, 4);
    return __builtin_bswap32(w);
}

/* Bytes compare as big-endian words; the last word overlaps bytes that were equal. */
static int64_t less_latin(struct sorter *s, val a, val b) {
    (void)s;
    const struct string *x = AS(string, a), *y = AS(string, b);
    const uint8_t *p = str_data(x), *q = str_data(y);
    int64_t n = x->len < y->len ? x->len : y->len, i = 0;
    if (n >= 8) {
        for (; i + 8 <= n; i += 8)
            if (load8(p + i) != load8(q + i)) return load8(p + i) < load8(q + i);
        uint64_t u = load8(p + n - 8), v = load8(q + n - 8);
        if (u != v) return u < v;
    } else if (n >= 4) {
        uint64_t u = (uint64_t)load4(p) << 32 | load4(p + n - 4),
                 v = (uint64_t)load4(q) << 32 | load4(q + n - 4);
        if (u != v) return u < v;
    } else
        for (; i < n; i++)
            if (p[i] != q[i]) return p[i] < q[i];
    return x->len < y->len;
}
static int64_t less_str(struct sorter *s, val a, val b) {
    return (void)s, str_compare(a, b) < 0;
}

/* Tuples: the first differing item decides, found by ==. */
static int64_t less_tuple(struct sorter *s, val a, val b) {
    struct thread *t = s->t;
    struct tuple *x = AS(tuple, a), *y = AS(tuple, b);
    int64_t n = x->len < y->len ? x->len : y->len;
    for (int64_t i = 0; i < n; i++) {
        val p = x->item[i], q = y->item[i];
        if (p == q) continue;
        if (val_is_small(p) && val_is_small(q)) return (int64_t)p < (int64_t)q;
        int64_t eq = obj_equal(t, p, q);
        if (eq < 0) return -1;
        if (!eq) return less_any(s, p, q);
    }
    return x->len < y->len;
}

static less_fn choose_less(const val *key, int64_t n) {
    if (val_is_small(key[0])) {
        for (int64_t i = 0; i < n; i++)
            if (!val_is_small(key[i])) return less_any;
        return less_small;
    }
    struct type *first = type_of(key[0]);
    bool exact = val_is_flt(key[0]) || AS(obj, key[0])->shape == first->shape, latin = true;
    if (!exact || (first != &float_type && first != &str_type && first != &tuple_type)) return less_any;
    for (int64_t i = 0; i < n; i++) {
        if (val_is_small(key[i]) || type_of(key[i]) != first) return less_any;
        if (first == &str_type && (AS(obj, key[i])->aux & STR_WIDTH)) latin = false;
    }
    if (first == &float_type) return less_float;
    if (first == &str_type) return latin ? less_latin : less_str;
    return less_tuple;
}

#define LESS(s, a, b) ((s)->less == less_small ? (int64_t)(a) < (int64_t)(b) : (s)->less((s), (a), (b)))

/* ---- moves over both arrays ---- */

static inline void move(struct span *to, int64_t i, const struct span *from, int64_t j) {
    to->key[i] = from->key[j];
    if (to->value) to->value[i] = from->value[j];
}
static inline void move_many(struct span *to, int64_t i, const struct span *from, int64_t j, int64_t n) {
    memmove(to->key + i, from->key + j, (size_t)n * sizeof(val));
    if (to->value) memmove(to->value + i, from->value + j, (size_t)n * sizeof(val));
}
static void reverse_words(val *w, int64_t n) {
    for (int64_t i = 0, j = n - 1; i < j; i++, j--) {
        val v = w[i];
        w[i] = w[j];
        w[j] = v;
    }
}
static void reverse_span(struct span *s, int64_t from, int64_t n) {
    reverse_words(s->key + from, n);
    if (s->value) reverse_words(s->value + from, n);
}

/* ---- runs ---- */

/* Length of the run at lo (hi exclusive); *descending when strictly descending. -1 raised. */
static int64_t count_run(struct sorter *s, int64_t lo, int64_t hi, bool *descending) {
    *descending = false;
    const val *k = s->all.key;
    if (lo + 1 == hi) return 1;
    int64_t less = LESS(s, k[lo + 1], k[lo]);
    if (less < 0) return -1;
    *descending = less;
    int64_t i = lo + 2;
    for (; i < hi; i++) {
        less = LESS(s, k[i], k[i - 1]);
        if (less < 0) return -1;
        if ((less != 0) != *descending) break;
    }
    return i - lo;
}

/* [lo, start) is sorted; inserts the rest of [lo, hi). */
static int64_t binary_sort(struct sorter *s, int64_t lo, int64_t hi, int64_t start) {
    val *k = s->all.key, *w = s->all.value;
    if (start == lo) start++;
    for (; start < hi; start++) {
        int64_t l = lo, r = start;
        val pivot = k[start];
        while (l < r) {
            int64_t p = l + ((r - l) >> 1), less = LESS(s, pivot, k[p]);
            if (less < 0) return -1;
            if (less)
                r = p;
            else
                l = p + 1;
        }
        memmove(k + l + 1, k + l, (size_t)(start - l) * sizeof(val));
        k[l] = pivot;
        if (w) {
            val v = w[start];
            memmove(w + l + 1, w + l, (size_t)(start - l) * sizeof(val));
            w[l] = v;
        }
    }
    return 0;
}

/* ---- galloping: positions in a[0..n) for key, searching outward from hint. -1 raised ---- */

static int64_t gallop_left(struct sorter *s, val key, const val *a, int64_t n, int64_t hint) {
    int64_t last = 0, ofs = 1, less = LESS(s, a[hint], key);
    if (less < 0) return -1;
    if (less) {
        int64_t max = n - hint;
        while (ofs < max) {
            if ((less = LESS(s, a[hint + ofs], key)) < 0) return -1;
            if (!less) break;
            last = ofs;
            ofs = (ofs << 1) + 1;
        }
        if (ofs > max) ofs = max;
        last += hint;
        ofs += hint;
    } else {
        int64_t max = hint + 1;
        while (ofs < max) {
            if ((less = LESS(s, a[hint - ofs], key)) < 0) return -1;
            if (less) break;
            last = ofs;
            ofs = (ofs << 1) + 1;
        }
        if (ofs > max) ofs = max;
        int64_t k = last;
        last = hint - ofs;
        ofs = hint - k;
    }
    for (last++; last < ofs;) {
        int64_t m = last + ((ofs - last) >> 1);
        if ((less = LESS(s, a[m], key)) < 0) return -1;
        if (less)
            last = m + 1;
        else
            ofs = m;
    }
    return ofs;
}

static int64_t gallop_right(struct sorter *s, val key, const val *a, int64_t n, int64_t hint) {
    int64_t last = 0, ofs = 1, less = LESS(s, key, a[hint]);
    if (less < 0) return -1;
    if (less) {
        int64_t max = hint + 1;
        while (ofs < max) {
            if ((less = LESS(s, key, a[hint - ofs])) < 0) return -1;
            if (!less) break;
            last = ofs;
            ofs = (ofs << 1) + 1;
        }
        if (ofs > max) ofs = max;
        int64_t k = last;
        last = hint - ofs;
        ofs = hint - k;
    } else {
        int64_t max = n - hint;
        while (ofs < max) {
            if ((less = LESS(s, key, a[hint + ofs])) < 0) return -1;
            if (less) break;
            last = ofs;
            ofs = (ofs << 1) + 1;
        }
        if (ofs > max) ofs = max;
        last += hint;
        ofs += hint;
    }
    for (last++; last < ofs;) {
        int64_t m = last + ((ofs - last) >> 1);
        if ((less = LESS(s, key, a[m])) < 0) return -1;
        if (less)
            ofs = m;
        else
            last = m + 1;
    }
    return ofs;
}

/* ---- merging ---- */

static bool temp_reserve(struct sorter *s, int64_t n) {
    if (n <= s->temp_cap) return true;
    s->temp.key = gc_storage(s->t, (size_t)n * sizeof(val), true);
    if (!s->temp.key) return false;
    if (s->all.value && !(s->temp.value = gc_storage(s->t, (size_t)n * sizeof(val), true))) return false;
    s->temp_cap = n;
    return true;
}

/* Merges a = [pa, pa+na) with b right after it; na <= nb. A copy of a is consumed from the left. */
static int64_t merge_low(struct sorter *s, int64_t pa, int64_t na, int64_t nb) {
    if (!temp_reserve(s, na)) return -1;
    struct span *all = &s->all, *tmp = &s->temp;
    move_many(tmp, 0, all, pa, na);
    int64_t a = 0, b = pa + na, to = pa, result = -1, k, min_gallop = s->min_gallop;
    move(all, to++, all, b++);
    if (--nb == 0) goto done;
    if (na == 1) goto copy_b;
    for (;;) {
        int64_t won_a = 0, won_b = 0;
        for (;;) {
            int64_t less = LESS(s, all->key[b], tmp->key[a]);
            if (less < 0) goto fail;
            if (less) {
                move(all, to++, all, b++);
                won_b++;
                won_a = 0;
                if (--nb == 0) goto done;
                if (won_b >= min_gallop) break;
            } else {
                move(all, to++, tmp, a++);
                won_a++;
                won_b = 0;
                if (--na == 1) goto copy_b;
                if (won_a >= min_gallop) break;
            }
        }
        min_gallop++;
        do {
            min_gallop -= min_gallop > 1;
            s->min_gallop = min_gallop;
            k = gallop_right(s, all->key[b], tmp->key + a, na, 0);
            won_a = k;
            if (k) {
                if (k < 0) goto fail;
                move_many(all, to, tmp, a, k);
                to += k;
                a += k;
                na -= k;
                if (na == 1) goto copy_b;
                if (na == 0) goto done;
            }
            move(all, to++, all, b++);
            if (--nb == 0) goto done;
            k = gallop_left(s, tmp->key[a], all->key + b, nb, 0);
            won_b = k;
            if (k) {
                if (k < 0) goto fail;
                move_many(all, to, all, b, k);
                to += k;
                b += k;
                nb -= k;
                if (nb == 0) goto done;
            }
            move(all, to++, tmp, a++);
            if (--na == 1) goto copy_b;
        } while (won_a >= MIN_GALLOP || won_b >= MIN_GALLOP);
        min_gallop++;
        s->min_gallop = min_gallop;
    }
done:
    result = 0;
fail:
    if (na) move_many(all, to, tmp, a, na);
    return result;
copy_b:
    move_many(all, to, all, b, nb);
    move(all, to + nb, tmp, a);
    return 0;
}

/* The mirror image: na >= nb, a copy of b is consumed from the right. */
static int64_t merge_high(struct sorter *s, int64_t pa, int64_t na, int64_t nb) {
    if (!temp_reserve(s, nb)) return -1;
    struct span *all = &s->all, *tmp = &s->temp;
    int64_t base = pa, a = pa + na - 1, b = nb - 1, to = pa + na + nb - 1, result = -1, k;
    int64_t min_gallop = s->min_gallop;
    move_many(tmp, 0, all, pa + na, nb);
    move(all, to--, all, a--);
    if (--na == 0) goto done;
    if (nb == 1) goto copy_a;
    for (;;) {
        int64_t won_a = 0, won_b = 0;
        for (;;) {
            int64_t less = LESS(s, tmp->key[b], all->key[a]);
            if (less < 0) goto fail;
            if (less) {
                move(all, to--, all, a--);
                won_a++;
                won_b = 0;
                if (--na == 0) goto done;
                if (won_a >= min_gallop) break;
            } else {
                move(all, to--, tmp, b--);
                won_b++;
                won_a = 0;
                if (--nb == 1) goto copy_a;
                if (won_b >= min_gallop) break;
            }
        }
        min_gallop++;
        do {
            min_gallop -= min_gallop > 1;
            s->min_gallop = min_gallop;
            k = gallop_right(s, tmp->key[b], all->key + base, na, na - 1);
            if (k < 0) goto fail;
            k = na - k;
            won_a = k;
            if (k) {
                to -= k;
                a -= k;
                move_many(all, to + 1, all, a + 1, k);
                na -= k;
                if (na == 0) goto done;
            }
            move(all, to--, tmp, b--);
            if (--nb == 1) goto copy_a;
            k = gallop_left(s, all->key[a], tmp->key, nb, nb - 1);
            if (k < 0) goto fail;
            k = nb - k;
            won_b = k;
            if (k) {
                to -= k;
                b -= k;
                move_many(all, to + 1, tmp, b + 1, k);
                nb -= k;
                if (nb == 1) goto copy_a;
                if (nb == 0) goto done;
            }
            move(all, to--, all, a--);
            if (--na == 0) goto done;
        } while (won_a >= MIN_GALLOP || won_b >= MIN_GALLOP);
        min_gallop++;
        s->min_gallop = min_gallop;
    }
done:
    result = 0;
fail:
    if (nb) move_many(all, to - (nb - 1), tmp, 0, nb);
    return result;
copy_a:
    to -= na;
    a -= na;
    move_many(all, to + 1, all, a + 1, na);
    move(all, to, tmp, b);
    return 0;
}

static int64_t merge_at(struct sorter *s, int i) {
    int64_t pa = s->run[i].base, na = s->run[i].len, pb = s->run[i + 1].base, nb = s->run[i + 1].len;
    s->run[i].len = na + nb;
    if (i == s->npending - 3) s->run[i + 1] = s->run[i + 2];
    s->npending--;
    int64_t k = gallop_right(s, s->all.key[pb], s->all.key + pa, na, 0);
    if (k < 0) return -1;
    pa += k;
    na -= k;
    if (na == 0) return 0;
    nb = gallop_left(s, s->all.key[pa + na - 1], s->all.key + pb, nb, nb - 1);
    if (nb <= 0) return nb;
    return na <= nb ? merge_low(s, pa, na, nb) : merge_high(s, pa, na, nb);
}

/* Depth in the ideal merge tree of the border between two runs: first bit in which their midpoints differ. */
static int run_power(int64_t s1, int64_t n1, int64_t n2, int64_t n) {
    int64_t a = 2 * s1 + n1, b = a + n1 + n2;
    for (int power = 1;; power++) {
        if (a >= n) {
            a -= n;
            b -= n;
        } else if (b >= n)
            return power;
        a <<= 1;
        b <<= 1;
    }
}

static int64_t found_run(struct sorter *s, int64_t n2) {
    if (!s->npending) return 0;
    struct pending *top = &s->run[s->npending - 1];
    int power = run_power(top->base, top->len, n2, s->n);
    while (s->npending > 1 && s->run[s->npending - 2].power > power)
        if (merge_at(s, s->npending - 2) < 0) return -1;
    s->run[s->npending - 1].power = power;
    return 0;
}

static int64_t sort_all(struct sorter *s) {
    int64_t n = s->n, lo = 0, left = n, minrun = n, odd = 0;
    if (n < 2) return 0;
    for (; minrun >= 64; minrun >>= 1) odd |= minrun & 1;
    minrun += odd;
    while (left) {
        bool descending;
        int64_t len = count_run(s, lo, lo + left, &descending);
        if (len < 0) return -1;
        if (descending) reverse_span(&s->all, lo, len);
        if (len < minrun) {
            int64_t force = left <= minrun ? left : minrun;
            if (binary_sort(s, lo, lo + force, lo + len) < 0) return -1;
            len = force;
        }
        if (found_run(s, len) < 0) return -1;
        s->run[s->npending++] = (struct pending){lo, len, 0};
        lo += len;
        left -= len;
    }
    while (s->npending > 1) {
        int i = s->npending - 2;
        if (i > 0 && s->run[i - 1].len < s->run[i + 1].len) i--;
        if (merge_at(s, i) < 0) return -1;
    }
    return 0;
}

/* ---- keys whose comparisons nobody sees ---- */

static int64_t sort_group(void *sorter, int64_t from, int64_t n) {
    struct sorter *s = sorter, part = {.t = s->t, .less = s->less, .n = n, .min_gallop = MIN_GALLOP};
    part.all.key = s->all.key + from;
    part.all.value = s->all.value ? s->all.value + from : NULL;
    return sort_all(&part);
}

/* 1 when the items are in order, 0 when merging must do it, -1 raised. */
static int64_t sort_unseen(struct sorter *s) {
    bool numbers = s->less == less_small || s->less == less_float, descending;
    if (s->n < DEAL_MIN || (!numbers && s->less != less_latin)) return 0;
    if (count_run(s, 0, s->n, &descending) > s->n / 8) return 0; /* merging keeps order that is there */
    if (numbers) return sort_radix_numbers(s->t, s->all.key, s->all.value, s->n, s->less == less_float);
    return sort_radix_latin(s->t, s->all.key, s->all.value, s->n, sort_group, s);
}

/* ---- the list around it ---- */

static int64_t sort_hidden(struct thread *t, struct list *hidden, val key_fn, bool reverse) {
    int64_t n = hidden->len;
    val keys = 0;
    if (key_fn) {
        if (!(keys = list_new(t, n))) return -1;
        for (int64_t i = 0; i < n; i++) {
            val k = call1(t, key_fn, hidden->item[i]);
            if (!k || list_push(t, keys, k) < 0) return -1;
        }
    }
    if (n < 2) return 0;
    struct sorter s = {.t = t, .n = n, .min_gallop = MIN_GALLOP};
    s.all.key = keys ? AS(list, keys)->item : hidden->item;
    s.all.value = keys ? hidden->item : NULL;
    s.less = choose_less(s.all.key, n);
    /* Reversing before and after keeps equal items in their order. */
    if (reverse) reverse_span(&s.all, 0, n);
    int64_t result = sort_unseen(&s);
    if (result == 0) result = sort_all(&s);
    result = result < 0 ? -1 : 0;
    if (reverse) reverse_span(&s.all, 0, n);
    return result;
}

int64_t list_sort_values(struct thread *t, val list, val key_or_0, bool reverse) {
    struct list *l = AS(list, list);
    val v = list_new(t, 0);
    if (!v) return -1;
    struct list *hidden = AS(list, v);
    *hidden = (struct list){hidden->head, l->item, l->len, l->cap};
    l->item = NULL;
    l->len = 0;
    l->cap = -1;
    int64_t result = sort_hidden(t, hidden, key_or_0, reverse);
    bool changed = l->cap != -1;
    gc_note(&l->head);
    l->item = hidden->item;
    l->len = hidden->len;
    l->cap = hidden->cap;
    hidden->item = NULL;
    hidden->len = hidden->cap = 0;
    if (changed && result == 0) return raise_i(t, &exc_ValueError, "list modified during sort");
    return result;
}
