// Two calls, one after the other, use the same bytes.
static int first(int n) { char text[200]; text[n] = 1; return text[n]; }
static int second(int n) { char text[180]; text[n] = 2; return text[n]; }
/*@ requires 0 <= n <= 20; */
int run(int n) { return first(n) + second(n); }
