/* Entry of the process on x86-64, and the pieces that have no C form.
 * Peculiar: the kernel gives argc, argv…, 0, envp…, 0, auxv… at the stack pointer and nothing in registers that counts. */
    .intel_syntax noprefix
    .section .text._start, "ax", @progbits
    .globl _start
    .hidden _start
    .type _start, @function
_start:
    xor ebp, ebp            /* the outermost frame */
    mov rdi, rsp
    and rsp, -16
    call os_start           /* does not come back */
    ud2
    .size _start, . - _start

/* void os_stack_run(high, fn): goes on in fn on the stack that ends at `high`. */
    .section .text.os_stack_run, "ax", @progbits
    .globl os_stack_run
    .hidden os_stack_run
    .type os_stack_run, @function
os_stack_run:
    mov rsp, rdi
    xor ebp, ebp
    call rsi
    ud2
    .size os_stack_run, . - os_stack_run

/* long os_clone(flags, stack, parent_tid, child_tid, fn, arg): clone(2) whose child runs fn(arg) on the stack given. */
    .section .text.os_clone, "ax", @progbits
    .globl os_clone
    .hidden os_clone
    .type os_clone, @function
os_clone:
    mov [rsi - 16], r8
    mov [rsi - 8], r9
    sub rsi, 16
    mov r10, rcx
    xor r8d, r8d
    mov eax, 56             /* clone */
    syscall
    test eax, eax
    jz 1f
    ret
1:  xor ebp, ebp
    pop rax
    pop rdi
    call rax
    ud2
    .size os_clone, . - os_clone

/* A signal handler returns here. */
    .section .text.os_signal_return, "ax", @progbits
    .globl os_signal_return
    .hidden os_signal_return
    .type os_signal_return, @function
os_signal_return:
    mov eax, 15             /* rt_sigreturn */
    syscall
    .size os_signal_return, . - os_signal_return

    .section .note.GNU-stack, "", @progbits
