// Direct entries for callees that only have the uniform one: call_adapt_N(thread, a1 … aN), the callee in the static
// chain (x15), stores the arguments as a vector and calls callee->entry(thread, callee, N, vector, 0). call_builtin_N does the
// same for a method found in the type of its first argument, whose code callee->def->fn takes any number of arguments.
    .section .text.call_adapt, "ax", %progbits
.macro adapt name, n, builtin
    .globl \name\()_\n
    .hidden \name\()_\n
    .type \name\()_\n, %function
    .p2align 2
\name\()_\n:
    stp x29, x30, [sp, #-64]!
    mov x29, sp
    stp x1, x2, [sp, #16]
    stp x3, x4, [sp, #32]
    str x5, [sp, #48]
    mov x1, x15
    mov x2, #\n
    add x3, sp, #16
    mov x4, #0
.if \builtin
    ldr x16, [x15, #40]
    ldr x16, [x16, #8]
.else
    ldr x16, [x15, #16]
.endif
    blr x16
    ldp x29, x30, [sp], #64
    ret
    .size \name\()_\n, . - \name\()_\n
.endm
    adapt call_adapt, 1, 0
    adapt call_adapt, 2, 0
    adapt call_adapt, 3, 0
    adapt call_adapt, 4, 0
    adapt call_adapt, 5, 0
    adapt call_builtin, 1, 1
    adapt call_builtin, 2, 1
    adapt call_builtin, 3, 1
    adapt call_builtin, 4, 1
    adapt call_builtin, 5, 1
    .section .note.GNU-stack, "", %progbits
