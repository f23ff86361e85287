// entry: either
// options: --bound heap
// expect: proved bound~"most.:.[nm] . [nm].,"
// holds: heap <= n + m
// fails: heap <= n
// What is told apart behind an allocation knows what was known there.
#include <stdlib.h>

/*@ requires 1 <= n <= 1000 && 1 <= m <= 1000; */
int either(int n, int m, int which) {
    char *p = malloc(n);
    p[0] = which;
    if (which > 3) {
        free(p);
        p = malloc(m);
        p[0] = 1;
    }
    int last = p[0];
    free(p);
    return last;
}

int main(void) { return either(5, 3, 4) & 0; }
