// expect: unknown message~"says more of strlen"
// concrete: none (what is promised is no value)
// For a compiler that believes it, the second length is the first.
typedef unsigned long size_t;
size_t strlen(const char *) __attribute__((const));

int main(void)
{
  char s[8];
  s[0] = s[1] = s[2] = 97;
  s[3] = 0;
  size_t n = strlen(s);
  s[1] = 0;
  size_t m = strlen(s);
  if (m > 1)
    for (;;)
      ;
  return (int)n;
}
