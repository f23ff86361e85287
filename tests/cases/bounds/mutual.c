// entry: even
// options: --bound iterations
// expect: proved bound~"most.:.n.,"
// holds: iterations <= n
// fails: iterations <= max(0, n - 1)
// Two functions that call each other.
int odd(int n);

/*@ requires 0 <= n <= 100; */
int even(int n) { return n == 0 ? 1 : odd(n - 1); }

int odd(int n) { return n == 0 ? 0 : even(n - 1); }

int main(void) { return even(4); }
