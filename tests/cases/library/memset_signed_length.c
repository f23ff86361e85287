// entry: memset
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid((char *)d + (0 .. n - 1)); */
void *memset(void *d, int c, int n)
{
  unsigned char *a = d;
  for (unsigned char *end = a + (unsigned)n; a != end; a++)
    *a = (unsigned char)c;
  return d;
}

int main(void)
{
  char s[5];
  memset(s, 0, -1);
  return 0;
}
