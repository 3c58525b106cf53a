/* Entry of the process on AArch64, and the pieces that have no C form.
 * Peculiar: the stack pointer is 16-byte aligned at all times; x29 is the frame pointer, x30 the return address. */
    .section .text._start, "ax", %progbits
    .globl _start
    .hidden _start
    .type _start, %function
_start:
    mov x29, #0             /* the outermost frame */
    mov x30, #0
    mov x0, sp
    and sp, x0, #-16
    bl os_start             /* does not come back */
    udf #0
    .size _start, . - _start

/* void os_stack_run(high, fn): goes on in fn on the stack that ends at `high`. */
    .section .text.os_stack_run, "ax", %progbits
    .globl os_stack_run
    .hidden os_stack_run
    .type os_stack_run, %function
os_stack_run:
    mov sp, x0
    mov x29, #0
    mov x30, #0
    blr x1
    udf #0
    .size os_stack_run, . - os_stack_run

/* long os_clone(flags, stack, parent_tid, child_tid, fn, arg): clone(2) whose child runs fn(arg) on the stack given. */
    .section .text.os_clone, "ax", %progbits
    .globl os_clone
    .hidden os_clone
    .type os_clone, %function
os_clone:
    stp x4, x5, [x1, #-16]!
    mov x4, x3
    mov x3, #0
    mov x8, #220            /* clone */
    svc #0
    cbz x0, 1f
    ret
1:  ldp x1, x0, [sp], #16
    mov x29, #0
    mov x30, #0
    blr x1
    udf #0
    .size os_clone, . - os_clone

/* A signal handler returns here. */
    .section .text.os_signal_return, "ax", %progbits
    .globl os_signal_return
    .hidden os_signal_return
    .type os_signal_return, %function
os_signal_return:
    mov x8, #139            /* rt_sigreturn */
    svc #0
    .size os_signal_return, . - os_signal_return

    .section .note.GNU-stack, "", %progbits
