// options: --entry g
// expect: bad input message~"g"
int main(void) {
  return 0;
}
