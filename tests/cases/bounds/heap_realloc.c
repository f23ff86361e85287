// entry: grow
// options: --bound heap
// expect: proved bound~"most.:.2\*"
// holds: heap <= 2*n
// fails: heap <= n
// While a block is moved to a larger one, both are there.
#include <stdlib.h>

/*@ requires 1 <= n <= 1000; */
void grow(int n) {
    char *p = malloc(1);
    for (int i = 2; i <= n; i++) {
        p = realloc(p, i);
        p[i - 1] = 0;
    }
    free(p);
}

int main(void) {
    grow(5);
    return 0;
}
