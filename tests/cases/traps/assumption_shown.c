// expect: proved
int main(void) { int x = 6; __builtin_assume(x > 5); __attribute__((assume(x < 7))); return 0; }
