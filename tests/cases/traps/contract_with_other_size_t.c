// entry: f
// expect: bad input
typedef unsigned int size_t;
/*@ requires 0 < n <= 100 && \valid(p + (0 .. n - 1)); */
void f(size_t *p, int n) { p[2 * n - 1] = 0; }
