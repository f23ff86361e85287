// entry: strncat
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_string(d) && valid_read_string(s) && \valid(d + (0 .. strlen(d) + n)) ;
  requires \separated(d + (0 .. strlen(d) + n), s + (0 .. strlen(s)));
  requires \separated(d + (0 .. strlen(d)), s + (0 .. strlen(s)));
*/
char *strncat(char *restrict d, const char *restrict s, size_t n)
{
  char *p = d;
  while (*p != '\0')
    p++;
  while (n > 0 && *s != '\0') {
    *p++ = *s++;
    n--;
  }
  *p = '\0';
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
  strncat(d, s, 4);
  return 0;
}
