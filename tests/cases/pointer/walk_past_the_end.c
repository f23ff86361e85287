// expect: unknown
int main(void) {
  int a[10];
  int *p = a, *end = a + 10;
  while (p <= end)
    *p++ = 0;
  return 0;
}
