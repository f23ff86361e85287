// entry: strstr
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(t); */
char *strstr(const char *s, const char *t)
{
  for (;; s++) {
    const char *a = s, *b = t;
    while (*b != '\0' && *a == *b) {
      a++;
      b++;
    }
    if (*b == '\0')
      return (char *)s;
  }
}

int main(void)
{
  char s[2] = "x", t[2] = "y";
  strstr(s, t);
  return 0;
}
