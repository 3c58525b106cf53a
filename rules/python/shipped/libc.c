/* The few functions of libc that the front end needs where there is no libc: inside an artifact. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void *memchr(const void *p, int c, size_t n) {
    for (const unsigned char *b = p, *end = b + n; b < end; b++)
        if (*b == (unsigned char)c) return (void *)b;
    return NULL;
}

char *strchr(const char *s, int c) {
    for (; *s != (char)c; s++)
        if (!*s) return NULL;
    return (char *)s;
}

int strncmp(const char *a, const char *b, size_t n) {
    for (; n && *a && *a == *b; n--) a++, b++;
    return n ? (unsigned char)*a - (unsigned char)*b : 0;
}

int strcmp(const char *a, const char *b) {
    return strncmp(a, b, SIZE_MAX);
}

/* ---- formatting: flags 0 and -, width, precision of texts, ll and z, the letters s c d u x X ---- */

struct writer {
    char *out;
    size_t size, n;
};

static void put(struct writer *w, char c) {
    if (w->n + 1 < w->size) w->out[w->n] = c;
    w->n++;
}

static void put_padded(struct writer *w, const char *p, size_t n, int width, bool left, char fill) {
    for (int pad = left ? 0 : width - (int)n; pad > 0; pad--) put(w, fill);
    for (size_t i = 0; i < n; i++) put(w, p[i]);
    for (int pad = left ? width - (int)n : 0; pad > 0; pad--) put(w, ' ');
}

static size_t digits_of(uint64_t v, unsigned base, bool upper, char out[24]) {
    size_t n = 24;
    do out[--n] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[v % base];
    while (v /= base);
    memmove(out, out + n, 24 - n);
    return 24 - n;
}

static int number_argument(const char **fmt, va_list *ap) {
    int n = 0;
    if (**fmt == '*') {
        (*fmt)++;
        return va_arg(*ap, int);
    }
    while (**fmt >= '0' && **fmt <= '9') n = n * 10 + *(*fmt)++ - '0';
    return n;
}

static void put_signed(struct writer *w, int64_t v, int width, bool left) {
    char text[25] = "-";
    size_t sign = v < 0, n = digits_of(sign ? -(uint64_t)v : (uint64_t)v, 10, false, text + sign);
    put_padded(w, text, n + sign, width, left, ' ');
}

static void put_directive(struct writer *w, const char **fmt, va_list *ap) {
    bool left = **fmt == '-', wide = false;
    if (left) (*fmt)++;
    char fill = **fmt == '0' ? '0' : ' ', text[24];
    int width = number_argument(fmt, ap), precision = -1;
    if (**fmt == '.') {
        (*fmt)++;
        precision = number_argument(fmt, ap);
    }
    for (; **fmt == 'l' || **fmt == 'z'; (*fmt)++) wide = true;
    char letter = *(*fmt)++;
    switch (letter) {
    case 's': {
        const char *s = va_arg(*ap, const char *),
                   *end = precision < 0 ? NULL : memchr(s, 0, (size_t)precision);
        size_t n = precision < 0 ? strlen(s) : end ? (size_t)(end - s) : (size_t)precision;
        put_padded(w, s, n, width, left, ' ');
        break;
    }
    case 'c': text[0] = (char)va_arg(*ap, int), put_padded(w, text, 1, width, left, ' '); break;
    case 'd': put_signed(w, wide ? va_arg(*ap, int64_t) : va_arg(*ap, int), width, left); break;
    case 'u':
    case 'x':
    case 'X': {
        uint64_t v = wide ? va_arg(*ap, uint64_t) : va_arg(*ap, unsigned);
        put_padded(w, text, digits_of(v, letter == 'u' ? 10 : 16, letter == 'X', text), width, left, fill);
        break;
    }
    default: put(w, letter); break; /* %% */
    }
}

int vsnprintf(char *out, size_t size, const char *fmt, va_list ap) {
    struct writer w = {out, size, 0};
    va_list rest;
    va_copy(rest, ap);
    while (*fmt) {
        if (*fmt++ != '%')
            put(&w, fmt[-1]);
        else
            put_directive(&w, &fmt, &rest);
    }
    va_end(rest);
    if (size) out[w.n < size ? w.n : size - 1] = 0;
    return (int)w.n;
}

/* ---- non-local exits: the registers a callee keeps, the stack pointer, where to go on ---- */

#if defined __x86_64__
__attribute__((naked)) int setjmp(jmp_buf at) {
    __asm__("movq %rbx, (%rdi)\n\tmovq %rbp, 8(%rdi)\n\tmovq %r12, 16(%rdi)\n\tmovq %r13, 24(%rdi)\n\t"
            "movq %r14, 32(%rdi)\n\tmovq %r15, 40(%rdi)\n\tleaq 8(%rsp), %rax\n\tmovq %rax, 48(%rdi)\n\t"
            "movq (%rsp), %rax\n\tmovq %rax, 56(%rdi)\n\txorl %eax, %eax\n\tret");
}
__attribute__((naked)) _Noreturn void longjmp(jmp_buf at, int value) {
    __asm__("movl %esi, %eax\n\tmovq (%rdi), %rbx\n\tmovq 8(%rdi), %rbp\n\tmovq 16(%rdi), %r12\n\t"
            "movq 24(%rdi), %r13\n\tmovq 32(%rdi), %r14\n\tmovq 40(%rdi), %r15\n\tmovq 48(%rdi), %rsp\n\t"
            "jmpq *56(%rdi)");
}
#elif defined __aarch64__
__attribute__((naked)) int setjmp(jmp_buf at) {
    __asm__("stp x19, x20, [x0]\n\tstp x21, x22, [x0, #16]\n\tstp x23, x24, [x0, #32]\n\t"
            "stp x25, x26, [x0, #48]\n\tstp x27, x28, [x0, #64]\n\tstp x29, x30, [x0, #80]\n\t"
            "mov x9, sp\n\tstr x9, [x0, #96]\n\tstp d8, d9, [x0, #104]\n\tstp d10, d11, [x0, #120]\n\t"
            "stp d12, d13, [x0, #136]\n\tstp d14, d15, [x0, #152]\n\tmov w0, #0\n\tret");
}
__attribute__((naked)) _Noreturn void longjmp(jmp_buf at, int value) {
    __asm__("ldp x19, x20, [x0]\n\tldp x21, x22, [x0, #16]\n\tldp x23, x24, [x0, #32]\n\t"
            "ldp x25, x26, [x0, #48]\n\tldp x27, x28, [x0, #64]\n\tldp x29, x30, [x0, #80]\n\t"
            "ldr x9, [x0, #96]\n\tmov sp, x9\n\tldp d8, d9, [x0, #104]\n\tldp d10, d11, [x0, #120]\n\t"
            "ldp d12, d13, [x0, #136]\n\tldp d14, d15, [x0, #152]\n\tmov w0, w1\n\tret");
}
#endif
