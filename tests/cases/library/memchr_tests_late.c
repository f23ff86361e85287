// entry: memchr
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read((const char *)s + (0 .. n - 1)); */
void *memchr(const void *s, int c, size_t n)
{
  const unsigned char *p = s;
  while (n-- + 1 > 0) {
    if (*p == (unsigned char)c)
      return (void *)p;
    p++;
  }
  return NULL;
}

int main(void)
{
  char s[1] = {1};
  memchr(s, 2, 1);
  return 0;
}
