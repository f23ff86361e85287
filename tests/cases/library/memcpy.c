// entry: memcpy
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid((unsigned char *)d + (0 .. n - 1));
    requires \valid_read((const unsigned char *)s + (0 .. n - 1));
    requires \separated((unsigned char *)d + (0 .. n - 1), (const unsigned char *)s + (0 .. n - 1)); */
void *memcpy(void *restrict d, const void *restrict s, size_t n)
{
  unsigned char *a = d;
  const unsigned char *b = s;
  while (n--)
    *a++ = *b++;
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
  char d[5], s[5];
  fill(s, 5);
  memcpy(d, s, 5);
  memcpy(d, s, 0);
  return 0;
}
