// expect: proved
// Reading an uninitialised variable gives an arbitrary, fixed value.
int main(void) {
  int x;
  while (x > 0)
    x--;
  return 0;
}
