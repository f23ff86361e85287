// Two arguments do not fit into registers.
static int many(int a, int b, int c, int d, int e, int f, int g, int h) { return (a ^ b ^ c ^ d ^ e ^ f ^ g ^ h) & 7; }
/*@ requires 0 <= n <= 20; */
int run(int n) { return many(n, 1, 2, 3, 4, 5, 6, n); }
