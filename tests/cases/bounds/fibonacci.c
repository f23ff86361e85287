// entry: fibonacci
// options: --bound iterations
// expect: proved bound~"no bound is found for what happens from line \d+ in 'fibonacci' on"
// Exponentially many calls: no polynomial bounds them.
/*@ requires 0 <= n <= 20; */
int fibonacci(int n) { return n < 2 ? n : (fibonacci(n - 1) ^ fibonacci(n - 2)); }

int main(void) { return fibonacci(4) & 1; }
