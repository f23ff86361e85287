// expect: violated memory safety
// Rows that were freed are written.
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 50 ? 50 : argc;
    int **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i] = malloc(8 * sizeof(int));
    for (int i = 0; i < n; i++)
        free(m[i]);
    for (int i = 0; i < n; i++)
        m[i][0] = 1;
    return 0;
}
