// expect: unknown
int main(void) {
  short a[4] = {0};
  char *p = (char *)a;
  for (int i = 0; i < 3; i++)
    *(short *)(p + 3 * i) = 1;
  return 0;
}
