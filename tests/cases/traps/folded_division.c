// expect: bad input
// clang would fold it to poison.
int main(void) {
  return 1 / 0;
}
