// expect: proved
int main(void) {
  int x, y;
  int *p = &x;
  y = *p;
  if (y != *p)
    return *(volatile int *)0;
  return 0;
}
