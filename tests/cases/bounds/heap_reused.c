// entry: again
// options: --bound heap,allocated
// expect: proved bound~"most.:.m.,.*most.:.n\*m.,"
// holds: heap <= m
// fails: heap <= max(0, m - 1)
// holds: allocated <= n*m
// fails: allocated <= m
// Each round frees what it allocates: of one block at a time there is only one.
#include <stdlib.h>

/*@ requires 0 <= n <= 1000 && 1 <= m <= 1000; */
void again(int n, int m) {
    for (int i = 0; i < n; i++) {
        char *p = malloc(m);
        p[0] = 0;
        free(p);
    }
}

int main(void) {
    again(5, 3);
    return 0;
}
