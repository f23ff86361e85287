// expect: proved
// Functions make matrices, fill them and give them back.
#include <stdlib.h>

static int **make(int n, int k)
{
    int **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i] = calloc(k, sizeof(int));
    return m;
}

static void fill(int **m, int n, int k)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            m[i][j] = 1;
}

static void drop(int **m, int n)
{
    for (int i = 0; i < n; i++)
        free(m[i]);
    free(m);
}

int main(int argc, char **argv)
{
    int n = argc > 100 ? 100 : argc;
    int **a = make(n, 7), **b = make(n, 7);
    fill(a, n, 7);
    fill(b, n, 7);
    drop(a, n);
    drop(b, n);
    return 0;
}
