// entry: copy
// options: --bound allocated
// expect: proved
// holds: allocated <= n + 17
// fails: allocated <= n + 16
// The callee makes a block as well.
#include <stdlib.h>

static char *space(int n) {
    char *p = malloc(n + 1);
    p[n] = 0;
    return p;
}

/*@ requires 0 <= n <= 1000; */
void copy(int n) {
    char *p = space(n);
    char *q = malloc(16);
    free(q);
    free(p);
}

int main(void) { copy(4); return 0; }
