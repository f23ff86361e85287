// expect: proved
int main(void) {
  char a[40], b[20];
  a[19] = 0;
  b[19] = 0;
  char *p = a, *q = b;
  while (*p)
    p++;
  while ((*p = *q)) {
    p++;
    q++;
  }
  return 0;
}
