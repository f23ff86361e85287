// expect: unknown
int main(void) {
  char *p = __builtin_alloca(~0ul);
  p[0] = 0;
  return 0;
}
