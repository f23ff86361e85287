// expect: bad input
__attribute__((no_sanitize("undefined"))) int main(void) {
  (void)((-2147483647 - 1) / -1);
  return 0;
}
