// expect: violated memory safety
// The last row is not made.
#include <stdlib.h>

int main(void)
{
    int n = 5;
    int **m = calloc(n, sizeof *m);
    for (int i = 0; i < n - 1; i++)
        m[i] = malloc(8 * sizeof(int));
    for (int i = 0; i < n; i++)
        m[i][0] = 1;
    return 0;
}
