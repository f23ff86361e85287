// expect: proved
int main(void) {
  char a[32], b[16];
  a[31] = 0;
  int i;
  for (i = 0; i < 15 && a[i]; i++)
    b[i] = a[i];
  b[i] = 0;
  return 0;
}
