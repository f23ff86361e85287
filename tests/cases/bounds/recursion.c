// entry: depth
// options: --bound iterations
// expect: proved bound~"most.:.n.,"
// holds: iterations <= n
// fails: iterations <= max(0, n - 1)
// A function that calls itself.
/*@ requires 0 <= n <= 100; */
int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }

int main(void) { return depth(4); }
