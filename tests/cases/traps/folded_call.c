// expect: bad input
// The compiler evaluates the condition to false, the library to true.
int main(void) {
  char line[3] = "\xe9" "b";
  int *null = 0;
  if (__builtin_strchr(line, 0xE9) != 0)
    *null = 1;
  return 0;
}
