// Direct entries for callees that only have the uniform one: call_adapt_N(thread, a1 … aN), the callee in the static
// chain (x15), stores the arguments as a vector and calls callee->entry(thread, callee, N, vector, 0).
    .section .text.call_adapt, "ax", %progbits
.macro adapt n
    .globl call_adapt_\n
    .hidden call_adapt_\n
    .type call_adapt_\n, %function
    .p2align 2
call_adapt_\n:
    stp x29, x30, [sp, #-64]!
    mov x29, sp
    stp x1, x2, [sp, #16]
    stp x3, x4, [sp, #32]
    str x5, [sp, #48]
    mov x1, x15
    mov x2, #\n
    add x3, sp, #16
    mov x4, #0
    ldr x16, [x15, #16]
    blr x16
    ldp x29, x30, [sp], #64
    ret
    .size call_adapt_\n, . - call_adapt_\n
.endm
    adapt 1
    adapt 2
    adapt 3
    adapt 4
    adapt 5
    .section .note.GNU-stack, "", %progbits
