// entry: nested
// options: --bound iterations
// expect: proved bound~"most.:."
// holds: iterations <= max(0, m - 1)*n + 2*n
// fails: iterations <= n*m
// A loop in a loop.
/*@ requires 0 <= n <= 1000 && 0 <= m <= 1000; */
int nested(int n, int m) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) s ^= 1;
    return s;
}

int main(void) { return nested(3, 4) & 1; }
