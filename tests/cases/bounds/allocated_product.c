// entry: rows
// options: --bound allocated
// expect: proved
// holds: allocated <= n*m + 3*n
// fails: allocated <= n*m + 2*n
// Each block has as many bytes as the call says, and a few more.
#include <stdlib.h>

/*@ requires 0 <= n <= 1000 && 0 < m <= 1000; */
void rows(int n, int m) {
    for (int i = 0; i < n; i++) {
        char *row = malloc((size_t)m + 3);
        row[m] = 0;
        free(row);
    }
}

int main(void) { rows(3, 4); return 0; }
