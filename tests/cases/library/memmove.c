// entry: memmove
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid((char *)d + (0 .. n - 1)) && \valid_read((const char *)s + (0 .. n - 1)); */
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

static void fill(char *s, int n)
{
  for (int i = 0; i + 1 < n; i++)
    s[i] = (char)__VERIFIER_nondet_int();
  s[n - 1] = '\0';
}

int main(void)
{
  char s[6];
  fill(s, 6);
  memmove(s, s + 1, 5);
  memmove(s + 1, s, 5);
  memmove(s, s, 6);
  return 0;
}
