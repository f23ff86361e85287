// expect: violated memory safety
// A pointer to the first row is used after the rows were freed.
#include <stdlib.h>

int main(void)
{
    int n = 6;
    int **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i] = malloc(8 * sizeof(int));
    int *first = m[0];
    for (int i = 0; i < n; i++)
        free(m[i]);
    first[0] = 1;
    return 0;
}
