// expect: bad input
// The compiler drops the assumption, which is false.
int main(void) { int x = 0; __attribute__((assume(x++ > 5))); return 0; }
