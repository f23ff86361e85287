// entry: strspn
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(accept); */
size_t strspn(const char *s, const char *accept)
{
  size_t n = 0;
  while (s[n] != '\0') {
    const char *a = accept;
    while (*a != s[n])
      a++;
    if (*a == '\0')
      break;
    n++;
  }
  return n;
}

int main(void)
{
  char s[2] = "x", t[2] = "y";
  strspn(s, t);
  return 0;
}
