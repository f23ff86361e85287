// entry: length
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read(p + (0 .. n - 1)) && n >= 0; */
int length(const char *p, long n)
{
  int count = 0;
  if (p == NULL)
    return -1;
  while (n > 0)
    count ^= p[--n];
  return count;
}

int main(void)
{
  length(NULL, 0);
  length("ab", 3);
  return 0;
}
