// expect: proved
int x = 3;
int *p = &x;
int main(void) {
  while (*p > 0)
    *p = *p - 1;
  return 0;
}
