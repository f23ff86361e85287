// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && \valid_read(t + (0 .. n - 1)); */
int f(const char *s, const char *t, size_t n)
{
  return strcmp(s, t);
}

int main(void)
{
  char t[2] = "ab";
  f("ab", t, 2);
  return 0;
}
