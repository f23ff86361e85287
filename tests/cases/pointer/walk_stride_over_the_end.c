// expect: unknown
int main(void) {
  char a[31];
  for (char *p = a; p < a + 31; p += 3) {
    p[0] = 0;
    p[2] = 0;
  }
  return 0;
}
