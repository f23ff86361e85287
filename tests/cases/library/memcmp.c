// entry: memcmp
// options: -fno-builtin
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read((const char *)a + (0 .. n - 1)) && \valid_read((const char *)b + (0 .. n - 1)); */
int memcmp(const void *a, const void *b, size_t n)
{
  const unsigned char *x = a, *y = b;
  for (; n != 0; n--, x++, y++)
    if (*x != *y)
      return *x < *y ? -1 : 1;
  return 0;
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
  memcmp(s, t, 3);
  memcmp(s, s + 1, 4);
  return 0;
}
