// expect: no termination
int main(void) {
  int x;
  int *p = &x;
  while (*p == *p)
    ;
  return 0;
}
