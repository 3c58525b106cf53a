/* link: undefined symbol 'nowhere'
 * A name that is reached and nobody defines; one that nobody reaches does not matter. */
#include "runtime/os/os.h"

int nowhere(void);
int elsewhere(void);
int dead(void) {
    return elsewhere();
}
int rt_main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv, (void)envp;
    return nowhere();
}
