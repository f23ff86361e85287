// expect: proved
int main(void) {
  char a[30];
  for (char *p = a; p < a + 30; p += 3) {
    p[0] = 0;
    p[2] = 0;
  }
  return 0;
}
