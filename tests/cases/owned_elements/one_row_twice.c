// expect: violated memory safety
// Two elements lead to one row, which is freed twice.
#include <stdlib.h>

int main(void)
{
    int n = 6;
    int **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i] = malloc(8 * sizeof(int));
    m[1] = m[0];
    for (int i = 0; i < n; i++)
        free(m[i]);
    return 0;
}
