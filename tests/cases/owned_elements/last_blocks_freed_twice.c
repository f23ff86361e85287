// expect: violated memory safety
// As last_blocks.c, but one block is freed on the way and stays in the ring.
#include <stdlib.h>

int main(void)
{
    char *last[3] = {NULL};
    for (unsigned long n = 0; n < 5; n++) {
        char *block = malloc(20);
        free(last[n % 3]);
        last[n % 3] = block;
        if (n == 4)
            free(block);
    }
    for (int i = 0; i < 3; i++)
        free(last[i]);
    return 0;
}
