// expect: unknown
int main(void) {
  char a[31];
  for (char *p = a; p != a + 31; p += 3)
    *p = 0;
  return 0;
}
