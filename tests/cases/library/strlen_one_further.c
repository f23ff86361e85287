// entry: strlen
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
size_t strlen(const char *s)
{
  size_t n = 0;
  while (s[n] || s[n + 1])
    n++;
  return n;
}

int main(void)
{
  char s[3] = {'a', 'b', '\0'};
  strlen(s);
  return 0;
}
