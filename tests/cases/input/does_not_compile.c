// expect: bad input message~"undeclared|expected"
int main(void) {
  return nobody_declared_this;
}
