// entry: set
// expect: unknown
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid((char *)d + (0 .. n - 1)); */
void *set(void *d, int c, size_t n)
{
  unsigned char *a = d;
  for (unsigned char *end = a + n; a != end; a += 2)
    *a = (unsigned char)c;
  return d;
}

int main(void)
{
  char *s = malloc(5);
  set(s, 0, 5);
  return 0;
}
