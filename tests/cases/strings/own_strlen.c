// options: -fno-builtin
// expect: proved
// A C library's own functions: with this option no compiler takes them for what it knows.
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

void *memset(void *p, int c, size_t n)
{
  for (size_t i = 0; i < n; i++)
    ((char *)p)[i] = (char)c;
  return p;
}

int atoi(const char *s)
{
  int n = 0;
  while (s[n])
    n++;
  return n;
}

static char buffer[10];

int main(void)
{
  memset(buffer, 'x', 9);
  return strlen("abc") == 3 && atoi("100") == 3 && buffer[8] == 'x' ? 0 : 1;
}
