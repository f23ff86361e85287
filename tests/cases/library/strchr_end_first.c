// entry: strchr
// options: -fno-builtin
// expect: unknown
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
char *strchr(const char *s, int c)
{
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (s[1] == '\0')
      return NULL;
  }
}

int main(void)
{
  char *s = malloc(1);
  *s = '\0';
  strchr(s, 'x');
  return 0;
}
