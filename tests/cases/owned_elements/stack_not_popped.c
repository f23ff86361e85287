// expect: violated memory safety
// What was freed is still on the stack.
#include <stdlib.h>

int main(void)
{
    char *stack[16];
    int top = 0;
    for (int i = 0; i < 12; i++)
        stack[top++] = malloc(8);
    free(stack[top - 1]);
    while (top > 0)
        free(stack[--top]);
    return 0;
}
