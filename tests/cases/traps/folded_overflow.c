// expect: bad input
int main(void) {
  return 2147483647 + 1;
}
