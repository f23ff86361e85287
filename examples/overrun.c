#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Writes one element too many. */
static void fill(int *p, int n)
{
    for (int i = 0; i <= n; i++)
        p[i] = i;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    int *p = malloc(n * sizeof *p);
    fill(p, n);
    free(p);
    return 0;
}
