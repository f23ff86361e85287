// expect: proved
static void decrease(int *p) {
  *p = *p - 1;
}
int main(void) {
  int n = 10;
  while (n > 0)
    decrease(&n);
  return 0;
}
