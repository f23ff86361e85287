// entry: memset
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid((char *)d + (0 .. n - 1)); */
void *memset(void *d, int c, size_t n)
{
  unsigned char *a = d;
  for (unsigned char *end = a + n; a != end; a++)
    *a = (unsigned char)c;
  return d;
}

int main(void)
{
  char s[5];
  memset(s, __VERIFIER_nondet_int(), 5);
  memset(s, 0, 0);
  return 0;
}
