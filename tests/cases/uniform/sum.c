// expect: proved
// A sum of numbers of which each is small does not overflow.
#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 1 || argc > 1000)
        return 0;
    int *a = malloc((size_t)argc * sizeof *a), sum = 0;
    for (int i = 0; i < argc; i++)
        a[i] = i % 100;
    for (int i = 0; i < argc; i++)
        sum += a[i];
    free(a);
    return sum > 0;
}
