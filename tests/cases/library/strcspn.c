// entry: strcspn
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(reject); */
size_t strcspn(const char *s, const char *reject)
{
  size_t n = 0;
  for (; s[n] != '\0'; n++)
    for (const char *r = reject; *r != '\0'; r++)
      if (*r == s[n])
        return n;
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
  char s[5], t[3];
  fill(s, 5);
  fill(t, 3);
  strcspn(s, t);
  return 0;
}
