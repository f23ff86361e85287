// entry: done
// expect: proved
// The sibling of views_freed.c that is given a block to free. What is read may overlap what else is read.
#include <stdlib.h>

/*@ requires \valid(a) && \freeable(a) && \valid_read(b) && \valid_read(c);
  @ requires \separated(a, b) && \separated(a, c); */
int done(int *a, const int *b, const int *c)
{
    free(a);
    return *b == *c;
}

int main(void)
{
    int *x = malloc(sizeof *x), y = 0;
    return x ? done(x, &y, &y) : 0;
}
