// entry: memchr
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read((const char *)s + (0 .. n - 1)); */
void *memchr(const void *s, int c, size_t n)
{
  const unsigned char *p = s;
  while (n-- > 0) {
    if (*p == (unsigned char)c)
      return (void *)p;
    p++;
  }
  return NULL;
}

static void fill(char *s, int n)
{
  for (int i = 0; i + 1 < n; i++)
    s[i] = (char)__VERIFIER_nondet_int();
  s[n - 1] = '\0';
}

int main(void)
{
  char s[5];
  fill(s, 5);
  memchr(s, __VERIFIER_nondet_int(), 5);
  return 0;
}
