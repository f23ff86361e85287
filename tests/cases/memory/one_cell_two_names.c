// expect: no termination
// Both names are the same cell.
int main(void) {
  int *x = __builtin_alloca(sizeof(int));
  int *y = x;
  *x = 10;
  while (*x > 0) {
    *x = *x - 1;
    *y = *y + 1;
  }
  return 0;
}
