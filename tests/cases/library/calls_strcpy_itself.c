// entry: f
// expect: unknown
// The copy overlaps the original.
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_string(s); */
char *f(char *s)
{
  return *s != 0 ? strcpy(s + 1, s) : s;
}

int main(void)
{
  char s[4] = "ab";
  f(s);
  return 0;
}
