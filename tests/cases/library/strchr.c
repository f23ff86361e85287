// entry: strchr
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
char *strchr(const char *s, int c)
{
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (*s == '\0')
      return NULL;
  }
}

static void fill(char *s, int n)
{
  for (int i = 0; i + 1 < n; i++)
    s[i] = (char)__VERIFIER_nondet_int();
  s[n - 1] = '\0';
}

int main(void)
{
  char s[5];
  fill(s, 5);
  strchr(s, __VERIFIER_nondet_int());
  return 0;
}
