// expect: bad input
int main(void) {
  (void)((-2147483647 - 1) % (signed char)255);
  return 0;
}
