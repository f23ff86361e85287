// expect: proved
// Two neighbouring rows at a time.
#include <string.h>
#include <stdlib.h>

static int longest(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b);
    int **d = malloc((n + 1) * sizeof *d);
    for (int i = 0; i <= n; i++)
        d[i] = calloc(m + 1, sizeof(int));
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (a[i - 1] == b[j - 1])
                d[i][j] = d[i - 1][j - 1] ^ 1;
            else
                d[i][j] = d[i - 1][j] > d[i][j - 1] ? d[i - 1][j] : d[i][j - 1];
    int result = d[n][m];
    for (int i = 0; i <= n; i++)
        free(d[i]);
    free(d);
    return result;
}

int main(void)
{
    return longest("hello", "yellow") & 1;
}
