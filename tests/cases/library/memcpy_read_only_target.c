// entry: memcpy
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read((unsigned char *)d + (0 .. n - 1));
    requires \valid_read((const unsigned char *)s + (0 .. n - 1));
    requires \separated((unsigned char *)d + (0 .. n - 1), (const unsigned char *)s + (0 .. n - 1)); */
void *memcpy(void *restrict d, const void *restrict s, size_t n)
{
  unsigned char *a = d;
  const unsigned char *b = s;
  while (n--)
    *a++ = *b++;
  return d;
}

int main(void)
{
  static const char d[2] = "a";
  memcpy((char *)d, d, 2);
  return 0;
}
