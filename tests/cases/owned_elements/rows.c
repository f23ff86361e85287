// expect: proved
// The rows of a matrix.
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 50 ? 50 : argc;
    int **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i] = malloc(8 * sizeof(int));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            m[i][j] = 0;
    for (int i = 0; i < n; i++)
        free(m[i]);
    free(m);
    return 0;
}
