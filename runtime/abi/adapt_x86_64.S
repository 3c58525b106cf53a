# Direct entries for callees that only have the uniform one: call_adapt_N(thread, a1 … aN), the callee in the static
# chain (r10), stores the arguments as a vector and calls callee->entry(thread, callee, N, vector, 0). call_builtin_N does the
# same for a method found in the type of its first argument, whose code callee->def->fn takes any number of arguments.
    .intel_syntax noprefix
    .section .text.call_adapt, "ax", @progbits
.macro adapt name, n, builtin
    .globl \name\()_\n
    .hidden \name\()_\n
    .type \name\()_\n, @function
\name\()_\n:
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
.if \builtin
    mov rax, [r10 + 40]
    call [rax + 8]
.else
    call [r10 + 16]
.endif
    leave
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
    .section .note.GNU-stack, "", @progbits
