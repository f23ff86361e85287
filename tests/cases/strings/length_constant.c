// expect: proved
int main(void) {
  const char *s = "hello, world";
  int n = 0;
  while (s[n])
    n++;
  return n;
}
