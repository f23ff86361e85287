// entry: done
// expect: unknown
// Memory that may only be read is the caller's: the function may not free it.
#include <stdlib.h>

/*@ requires \valid_read(a) && \valid_read(b); */
int done(int *a, const int *b)
{
    free(a);
    return *b;
}

int main(void)
{
    int *x = malloc(sizeof *x);
    if (!x)
        return 0;
    *x = 0;
    return done(x, x);
}
