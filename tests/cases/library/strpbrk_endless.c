// entry: strpbrk
// options: -fno-builtin
// expect: no termination
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(accept); */
char *strpbrk(const char *s, const char *accept)
{
  for (; *s != '\0'; s++)
    for (const char *a = accept; *a != '\0'; (void)0)
      if (*a == *s)
        return (char *)s;
  return NULL;
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
  strpbrk(s, t);
  return 0;
}
