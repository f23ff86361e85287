// expect: proved
static void clear(char *p, unsigned n) {
  while (n > 0) {
    *p++ = 0;
    n--;
  }
}
int main(void) {
  char a[20], b[7];
  clear(a, 20);
  clear(b, 7);
  return 0;
}
