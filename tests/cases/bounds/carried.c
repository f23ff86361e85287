// entry: carried
// options: --bound iterations
// expect: proved bound~"most.:."
// holds: iterations <= 4*n + 2
// fails: iterations <= 3*n
// What one loop adds up, the next one counts down.
/*@ requires 0 <= n <= 1000; */
int carried(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += 3;
    while (s > 0) s--;
    return s;
}

int main(void) { return carried(5); }
