// entry: each
// options: --bound allocated
// expect: proved bound~"most.:.16\*n.,"
// holds: allocated <= 16*n
// fails: allocated <= 15*n
// What is freed was allocated all the same.
#include <stdlib.h>

/*@ requires 0 <= n <= 1000; */
void each(int n) {
    for (int i = 0; i < n; i++) {
        char *p = malloc(16);
        p[15] = 0;
        free(p);
    }
}

int main(void) { each(5); return 0; }
