// expect: unknown reason~"string constants"
// concrete: none (the interpreter does not print)
// What is printed is read.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));

int main(void)
{
  __assert_fail((char *)8, "f", 1, "main");
}
