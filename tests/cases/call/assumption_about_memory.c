// expect: unknown
static void set(int *p) { *p = 0; }

int main(void) {
  int x = 1;
  set(&x);
  __builtin_assume(x == 1);
  return 0;
}
