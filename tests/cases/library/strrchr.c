// entry: strrchr
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
char *strrchr(const char *s, int c)
{
  const char *last = NULL;
  do {
    if (*s == (char)c)
      last = s;
  } while (*s++);
  return (char *)last;
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
  strrchr(s, __VERIFIER_nondet_int());
  return 0;
}
