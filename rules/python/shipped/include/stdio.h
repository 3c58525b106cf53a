/* Formatting, as far as messages of the front end go: libc.c. */
#ifndef FRONT_STDIO_H
#define FRONT_STDIO_H
#include <stdarg.h>
#include <stddef.h>
#define vsnprintf front_vsnprintf
int vsnprintf(char *out, size_t size, const char *fmt, va_list ap);
#endif
