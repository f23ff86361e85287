// One activation for each number below n.
static unsigned sum(unsigned n) { return n == 0 ? 0 : n + sum(n - 1); }
/*@ requires 0 <= n <= 20; */
int run(int n) { return (int)(sum((unsigned)n) & 0xff); }
