// entry: strstr
// options: -fno-builtin
// expect: proved
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
  char s[5], t[3];
  fill(s, 5);
  fill(t, 3);
  strstr(s, t);
  return 0;
}
