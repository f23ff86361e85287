// expect: unknown
// concrete: none (what malloc returns is arbitrary in the interpreter, but rarely large)
// As downwards.c, but the first element is not written.
#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 2 || argc > 500)
        return 0;
    int *a = malloc((size_t)argc * sizeof *a), sum = 0;
    for (int i = argc - 1; i >= 1; i--)
        a[i] = 5;
    for (int i = 0; i < argc; i++)
        sum += a[i];
    free(a);
    return sum;
}
