// Two functions in turn, with frames of different sizes.
static int odd(int n);
static int even(int n) { char wide[100]; wide[n] = 1; return n == 0 ? wide[n] : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
/*@ requires 0 <= n <= 20; */
int run(int n) { return even(n); }
