/* The memory and text functions that the front end uses inside an artifact: the runtime's (os/mem.c) and
 * libc.c's. */
#ifndef FRONT_STRING_H
#define FRONT_STRING_H
#include <stddef.h>
#define memchr  front_memchr
#define strchr  front_strchr
#define strcmp  front_strcmp
#define strncmp front_strncmp
void *memcpy(void *restrict d, const void *restrict s, size_t n);
void *memmove(void *d, const void *s, size_t n);
void *memset(void *d, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
void *memchr(const void *p, int c, size_t n);
char *strchr(const char *s, int c);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
#endif
