// expect: violated termination
// After many calls one entry stands for all: it forgets the second parameter, and with it how its argument wraps.
static void down(unsigned n, int m) { down(n + 1, (int)n); }
int main(void) { down(3, -2); }
