// expect: proved
// Rows whose length is computed, filled where they are made, and read.
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 50 ? 50 : argc;
    int k = n + 3, x = 0;
    int **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++) {
        m[i] = malloc(k * sizeof(int));
        for (int j = 0; j < k; j++)
            m[i][j] = i + j;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            x ^= m[i][j];
    for (int i = n - 1; i >= 0; i--)
        free(m[i]);
    free(m);
    return x & 1;
}
