// expect: proved
int main(void) {
  int *i = __builtin_alloca(sizeof(int));
  *i = 10;
  while (*i > 0)
    *i = *i - 1;
  return 0;
}
