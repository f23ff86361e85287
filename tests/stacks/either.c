// The deeper of two ways counts.
static int narrow(int n) { return n + 1; }
static int wide(int n) { int table[64]; table[n] = n; return table[n]; }
/*@ requires 0 <= n <= 20; */
int run(int n) { return n % 2 ? narrow(n) : wide(n); }
