// entry: strcat
// options: -fno-builtin
// expect: unknown
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_string(d) && valid_read_string(s);
    requires \valid(d + (0 .. strlen(d) + strlen(s) - 1));
    requires \separated(d + (0 .. strlen(d) + strlen(s) - 1), s + (0 .. strlen(s)));
    requires \separated(d + (0 .. strlen(d)), s + (0 .. strlen(s))); */
char *strcat(char *restrict d, const char *restrict s)
{
  char *p = d;
  while (*p)
    p++;
  while ((*p++ = *s++))
    ;
  return d;
}

static void fill(char *s, int n)
{
  for (int i = 0; i + 1 < n; i++)
    s[i] = (char)__VERIFIER_nondet_int();
  s[n - 1] = '\0';
}

int main(void)
{
  char *d = malloc(7), s[4];
  fill(d, 5);
  fill(s, 4);
  for (int i = 0; i < 4; i++)
    d[i] = s[i] = 'x';
  d[4] = s[3] = '\0';
  strcat(d, s);
  return 0;
}
