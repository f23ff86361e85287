// expect: violated memory safety
// A function has freed the rows.
#include <stdlib.h>

static void drop(int **m, int n)
{
    for (int i = 0; i < n; i++)
        free(m[i]);
}

int main(void)
{
    int n = 5;
    int **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i] = malloc(8 * sizeof(int));
    drop(m, n);
    m[2][0] = 1;
    return 0;
}
