// expect: proved
// -1 in all bytes is -1; some elements are overwritten by indices.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 2 || argc > 500)
        return 0;
    int *next = malloc((size_t)argc * sizeof *next);
    memset(next, -1, (size_t)argc * sizeof *next);
    for (int i = 0; i + 1 < argc; i += 2)
        next[i] = i + 1;
    int x = 0;
    for (int steps = 0; x >= 0 && steps < 100; steps++)
        x = next[x];
    free(next);
    return x;
}
