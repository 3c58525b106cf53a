/* link: 'os_getpid' is defined twice
 * Two strong definitions of one name. */
int os_getpid(void) {
    return 1;
}
int rt_main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv, (void)envp;
    return os_getpid();
}
