// entry: memmove
// options: -fno-builtin
// expect: unknown
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid((char *)d + (0 .. n - 1)) && \valid_read((const char *)s + (0 .. n - 2)); */
void *memmove(void *d, const void *s, size_t n)
{
  unsigned char *a = d;
  const unsigned char *b = s;
  if (a <= b) {
    for (size_t i = 0; i < n; i++)
      a[i] = b[i];
  } else {
    while (n > 0) {
      n--;
      a[n] = b[n];
    }
  }
  return d;
}

int main(void)
{
  char *d = malloc(3), *s = malloc(2);
  s[0] = s[1] = 'x';
  memmove(d, s, 3);
  return 0;
}
