// entry: strlen
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read(s + (0 .. 4)); */
size_t strlen(const char *s)
{
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

int main(void)
{
  char s[5] = {'a', 'b', 'c', 'd', 'e'};
  strlen(s);
  return 0;
}
