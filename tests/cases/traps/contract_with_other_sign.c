// entry: f
// expect: bad input
typedef long size_t;
/*@ requires n <= 100 && \valid(p + (0 .. 100)); */
void f(char *p, size_t n) { p[n] = 0; }
