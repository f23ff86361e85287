// entry: strcat
// options: -fno-builtin
// expect: unknown
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_string(d) && valid_read_string(s);
    requires \valid(d + (0 .. strlen(d) + strlen(s)));
 */
char *strcat(char *restrict d, const char *restrict s)
{
  char *p = d;
  while (*p)
    p++;
  while ((*p++ = *s++))
    ;
  return d;
}

int main(void)
{
  char *d = malloc(8);
  for (int i = 0; i < 3; i++)
    d[i] = 'x';
  d[3] = '\0';
  strcat(d, d);
  return 0;
}
