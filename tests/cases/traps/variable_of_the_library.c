// expect: unknown message~"'stdout', which has a meaning"
// concrete: none (the interpreter has no library)
// The library prints to what this variable points to.
int printf(const char *, ...);
long stdout = 1;

int main(void)
{
  printf("x");
  return 0;
}
