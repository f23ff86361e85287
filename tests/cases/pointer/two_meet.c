// expect: proved
int main(void) {
  char a[20];
  char *p = a, *q = a + 19;
  while (p < q) {
    char t = *p;
    *p++ = *q;
    *q-- = t;
  }
  return 0;
}
