// expect: bad input
int main(void) {
  return 1 << -1;
}
