// Three functions, one above the other.
static int low(int n) { int copies[4] = {n, n, n, n}; return copies[n & 3]; }
static int middle(int n) { char text[40]; text[n] = (char)n; return low(text[n]) & 7; }
/*@ requires 0 <= n <= 20; */
int run(int n) { return middle(n) + 1; }
