// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && \valid_read(t + (0 .. n - 1)) && \separated(s + (0 .. strlen(s)), t + (0 .. n - 1)); */
int f(const char *s, const char *t, size_t n)
{
  return strncmp(s, t, n) == 0 || strncasecmp(t, s, n) > 0;
}

int main(void)
{
  char t[2] = "ab";
  f("abc", t, 2);
  f("a", t, 2);
  return 0;
}
