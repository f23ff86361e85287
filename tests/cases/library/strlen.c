// entry: strlen
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
size_t strlen(const char *s)
{
  size_t n = 0;
  while (s[n])
    n++;
  return n;
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
  strlen(s);
  return 0;
}
