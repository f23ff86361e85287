// entry: strspn
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(accept); */
size_t strspn(const char *s, const char *accept)
{
  size_t n = 0;
  while (s[n] != '\0') {
    const char *a = accept;
    while (*a != '\0' && *a != s[n])
      a++;
    if (*a == '\0')
      break;
    n++;
  }
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
  strspn(s, t);
  return 0;
}
