// expect: violated memory safety
// The last row is one shorter.
#include <stdlib.h>

int main(void)
{
    int n = 5;
    int **m = malloc(n * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i] = malloc((i < n - 1 ? n : n - 1) * sizeof(int));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = i + j;
    return 0;
}
