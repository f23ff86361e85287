// expect: unknown reason~"undeclared_function"
// Old programs: a warning only.
int main(void) {
  return undeclared_function(1);
}
