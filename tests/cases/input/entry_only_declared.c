// options: --entry g
// expect: bad input message~"g"
int g(void);
int main(void) {
  return g();
}
