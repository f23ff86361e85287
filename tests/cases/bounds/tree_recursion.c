// entry: both_ways
// options: --bound iterations
// expect: proved bound~"no bound is found for what happens from line \d+ in 'both_ways' on"
// Two calls with one less: as many calls as a power of two.
/*@ requires 0 <= n <= 12; */
int both_ways(int n) { return n == 0 ? 1 : (both_ways(n - 1) ^ both_ways(n - 1)); }

int main(void) { return both_ways(3); }
