// expect: bad input message~"complex"
// No check sees an overflow of arithmetic on complex integers.
int main(void) {
  _Complex int x = 1;
  return __real__(x + x) - 2;
}
