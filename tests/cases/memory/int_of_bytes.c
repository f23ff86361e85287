// expect: proved
// Little endian: the value is 2.
int main(void) {
  union { unsigned u; unsigned char c[4]; } x;
  int a[3];
  x.c[0] = 2;
  x.c[1] = 0;
  x.c[2] = 0;
  x.c[3] = 0;
  a[x.u] = 1;
  return 0;
}
