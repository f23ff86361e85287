// expect: proved
// Pointers as cursors.
#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 2 || argc > 500)
        return 0;
    int *a = malloc((size_t)argc * sizeof *a), *end = a + argc, sum = 0;
    for (int *p = a; p != end; p++)
        *p = 5;
    for (int *p = a; p != end; p++)
        sum += *p;
    free(a);
    return sum;
}
