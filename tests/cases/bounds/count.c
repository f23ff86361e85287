// entry: count
// options: --bound iterations
// expect: proved bound~"most.:.n.,"
// holds: iterations <= n
// fails: iterations <= max(0, n - 1)
// A loop that counts up.
/*@ requires 0 <= n <= 1000; */
int count(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s ^= i;
    return s;
}

int main(void) { return count(7) & 1; }
