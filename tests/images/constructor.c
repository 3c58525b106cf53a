/* link: constructors
 * Nothing would run them. */
static volatile int n;
__attribute__((constructor)) static void init(void) {
    n = 1;
}
int rt_main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv, (void)envp;
    return n;
}
