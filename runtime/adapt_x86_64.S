# Direct entries for callees that only have the uniform one: call_adapt_N(thread, a1 … aN), the callee in the static
# chain (r10), stores the arguments as a vector and calls callee->entry(thread, callee, N, vector, 0).
    .intel_syntax noprefix
    .section .text.call_adapt, "ax", @progbits
.macro adapt n
    .globl call_adapt_\n
    .hidden call_adapt_\n
    .type call_adapt_\n, @function
call_adapt_\n:
    push rbp
    mov rbp, rsp
    sub rsp, 48
    mov [rsp], rsi
.if \n > 1
    mov [rsp + 8], rdx
.endif
.if \n > 2
    mov [rsp + 16], rcx
.endif
.if \n > 3
    mov [rsp + 24], r8
.endif
.if \n > 4
    mov [rsp + 32], r9
.endif
    mov rsi, r10
    mov edx, \n
    mov rcx, rsp
    xor r8d, r8d
    call [r10 + 16]
    leave
    ret
    .size call_adapt_\n, . - call_adapt_\n
.endm
    adapt 1
    adapt 2
    adapt 3
    adapt 4
    adapt 5
    .section .note.GNU-stack, "", @progbits
