// expect: bad input message~"main"
int f(void) {
  return 0;
}
