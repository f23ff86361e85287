// expect: unknown message~"'atoi', which compilers recognise"
// concrete: none (the interpreter recognises nothing)
// LLVM puts 100 in the place of the call.
int atoi(const char *s)
{
  int n = 0;
  while (s[n])
    n++;
  return n;
}

int main(void)
{
  int *p = 0;
  return atoi("100") == 3 ? 0 : *p;
}
