// expect: proved
// A stack of blocks in an array.
#include <stdlib.h>

int main(void)
{
    char *stack[16];
    int top = 0;
    for (int i = 0; i < 100; i++)
        if (top < 16 && (i & 3)) {
            stack[top] = malloc(8);
            stack[top][0] = 'x';
            top++;
        } else if (top > 0) {
            free(stack[--top]);
        }
    while (top > 0)
        free(stack[--top]);
    return 0;
}
