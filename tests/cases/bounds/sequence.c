// entry: both
// options: --bound iterations
// expect: proved bound~"most.:.n \+ m.,"
// holds: iterations <= n + m
// fails: iterations <= n
// One loop after the other.
/*@ requires 0 <= n <= 1000 && 0 <= m <= 1000; */
int both(int n, int m) {
    int s = 0;
    for (int i = 0; i < n; i++) s ^= 1;
    for (int i = 0; i < m; i++) s ^= 2;
    return s;
}

int main(void) { return both(3, 4) & 1; }
