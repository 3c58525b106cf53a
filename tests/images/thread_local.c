/* link: thread-local data
 * What the linker does not know is refused. */
__thread int t = 5;
int rt_main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv, (void)envp;
    return t;
}
