// entry: shares
// options: --bound iterations,instructions
// expect: proved bound~"most.:.n.,.*most.:.8\*n \+ 7.,"
// holds: iterations <= n
// fails: iterations <= max(0, n - 1)
// Two resources in one certificate.
/*@ requires 0 <= n <= 1000; */
int shares(int n) {
    int s = 0;
    for (int i = n; i > 0; i--) s ^= i;
    return s;
}

int main(void) { return shares(3) & 0; }
