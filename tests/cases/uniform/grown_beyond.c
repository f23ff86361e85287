// expect: unknown
// concrete: none (the bytes behind those that realloc keeps are arbitrary)
// As grown.c, but what realloc adds is read as well.
#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 2 || argc > 500)
        return 0;
    size_t n = (size_t)argc;
    unsigned *a = malloc(n * sizeof *a);
    unsigned char used[10] = {0};
    for (size_t i = 0; i < n; i++)
        a[i] = (unsigned)i % 10;
    a = realloc(a, 2 * n * sizeof *a);
    for (size_t i = 0; i < 2 * n; i++)
        used[a[i]] = 1;
    free(a);
    return used[0];
}
