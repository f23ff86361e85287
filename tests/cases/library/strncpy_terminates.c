// entry: strncpy
// options: -fno-builtin
// expect: unknown
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && \valid(d + (0 .. n - 1));
    requires \separated(d + (0 .. n - 1), s + (0 .. strlen(s))); */
char *strncpy(char *restrict d, const char *restrict s, size_t n)
{
  size_t i = 0;
  for (; i < n && s[i] != '\0'; i++)
    d[i] = s[i];
  for (; i < n; i++)
    d[i] = '\0';
  d[i] = '\0';
  return d;
}

static void fill(char *s, int n)
{
  for (int i = 0; i + 1 < n; i++)
    s[i] = (char)__VERIFIER_nondet_int();
  s[n - 1] = '\0';
}

int main(void)
{
  char *d = malloc(2), s[3];
  fill(s, 3);
  strncpy(d, s, 2);
  return 0;
}
