// entry: strcat
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_string(d) && valid_read_string(s);
    requires \valid(d + (0 .. strlen(d) + strlen(s)));
    requires \separated(d + (0 .. strlen(d) + strlen(s)), s + (0 .. strlen(s)));
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
  char d[9], s[4];
  fill(d, 5);
  fill(s, 4);
  strcat(d, s);
  return 0;
}
