// expect: unknown message~"'strlen', which compilers recognise"
// concrete: none (the interpreter recognises nothing)
// LLVM puts a call of strlen in the place of the loop: it calls itself. With -fno-builtin see strings/own_strlen.c.
typedef unsigned long size_t;
static __attribute__((noinline)) size_t count(const char *s)
{
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t strlen(const char *s)
{
  return count(s);
}

int main(void)
{
  return strlen("abc") == 3 ? 0 : 1;
}
