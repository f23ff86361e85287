// expect: unknown reason~"types"
// concrete: none (the interpreter's library looks at no argument)
// The library prints its arguments as strings.
void __assert_fail();

int main(void) {
  __assert_fail(1, 2, 3, 4);
  return 0;
}
