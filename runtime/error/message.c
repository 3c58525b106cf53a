/* Formatted texts and exceptions with formatted messages: str_format, raise. Directives are listed in rt.h.
 */
#include <stdarg.h>
#include "runtime/gc/gc.h"
#include "runtime/state.h"

static bool put_unsigned(struct strbuf *b, uint64_t n, unsigned base, bool negative) {
    char buf[24];
    size_t i = sizeof buf;
    do buf[--i] = "0123456789abcdef"[n % base];
    while (n /= base);
    if (negative) buf[--i] = '-';
    return strbuf_ascii(b, buf + i, sizeof buf - i);
}

static bool put_signed(struct strbuf *b, int64_t n) {
    return put_unsigned(b, n < 0 ? -(uint64_t)n : (uint64_t)n, 10, n < 0);
}

static bool put_utf8(struct strbuf *b, const char *z) {
    size_t n = strlen(z);
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)z[i] >= 128) {
            val s = str_utf8(b->t, z, n);
            return s && strbuf_put(b, s);
        }
    return strbuf_ascii(b, z, n);
}

static bool put_value(struct strbuf *b, val s) {
    return s && strbuf_put(b, s);
}

static val name_of_type(struct thread *t, const struct type *type) {
    return type->flags & TYPE_HEAP ? type->name : str_utf8(t, type->cname, strlen(type->cname));
}

static bool directive(struct strbuf *b, const char **p, va_list *ap) {
    struct thread *t = b->t;
    switch (*(*p)++) {
    case 's': return put_utf8(b, va_arg(*ap, const char *));
    case 'd': return put_signed(b, va_arg(*ap, int));
    case 'c': return strbuf_char(b, (uint32_t)va_arg(*ap, int));
    case 'x': /* addresses, as CPython's %p */
        return strbuf_ascii(b, "0x", 2) && put_unsigned(b, (uint64_t)va_arg(*ap, int64_t), 16, false);
    case '%': return strbuf_char(b, '%');
    case 'l': (*p)++; return put_signed(b, va_arg(*ap, int64_t));
    case 'z': (*p)++; return put_unsigned(b, va_arg(*ap, size_t), 10, false);
    case 'T': return put_value(b, name_of_type(t, type_of(va_arg(*ap, val))));
    case 'B': {
        val v = va_arg(*ap, val);
        return v == NONE ? strbuf_ascii(b, "None", 4) : put_value(b, name_of_type(t, type_of(v)));
    }
    case 'N': return put_value(b, name_of_type(t, va_arg(*ap, const struct type *)));
    case 'S': return put_value(b, obj_str(t, va_arg(*ap, val)));
    case 'R': return put_value(b, obj_repr(t, va_arg(*ap, val)));
    case 'U': return put_value(b, va_arg(*ap, val));
    case 'A': return put_value(b, obj_ascii(t, va_arg(*ap, val)));
    default: return strbuf_char(b, '?');
    }
}

static val format(struct thread *t, const char *p, va_list *ap) {
    struct strbuf b;
    strbuf_init(&b, t);
    while (*p) {
        const char *q = p;
        while (*q && *q != '%') q++;
        if (q > p && !strbuf_ascii(&b, p, (size_t)(q - p))) return 0;
        p = q;
        if (*p && (p++, !directive(&b, &p, ap))) return 0;
    }
    return strbuf_finish(&b);
}

val str_format(struct thread *t, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    val s = format(t, fmt, &ap);
    va_end(ap);
    return s;
}

static void raise_formatted(struct thread *t, struct type *type, const char *fmt, va_list *ap) {
    if (type == &exc_MemoryError && (!fmt || !*fmt)) {
        t->exc = rt_state.memory_error;
        return;
    }
    t->exc = 0;
    val text = fmt ? format(t, fmt, ap) : 0;
    if (fmt && !text) return; /* making the message raised something itself */
    val exc = exc_new(t, type, fmt ? 1 : 0, &text);
    if (exc) raise_val(t, exc);
}

val raise(struct thread *t, struct type *type, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    raise_formatted(t, type, fmt, &ap);
    va_end(ap);
    return 0;
}

int64_t raise_i(struct thread *t, struct type *type, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    raise_formatted(t, type, fmt, &ap);
    va_end(ap);
    return -1;
}
