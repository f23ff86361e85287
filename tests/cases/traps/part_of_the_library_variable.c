// entry: f
// expect: unknown reason~"linker or the start"
// concrete: none (the interpreter has no library)
// The variable's name is a function of the library's.
int __overflow = 1;

int f(void)
{
  return __overflow;
}

int main(void)
{
  return f();
}
