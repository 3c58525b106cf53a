/* Non-local exits: libc.c. */
#ifndef FRONT_SETJMP_H
#define FRONT_SETJMP_H
#include <stdint.h>
#define setjmp  front_setjmp
#define longjmp front_longjmp
typedef uint64_t jmp_buf[22];
int setjmp(jmp_buf at) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf at, int value);
#endif
