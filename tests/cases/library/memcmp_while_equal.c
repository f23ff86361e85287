// entry: memcmp
// options: -fno-builtin
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read((const char *)a + (0 .. n - 1)) && \valid_read((const char *)b + (0 .. n - 1)); */
int memcmp(const void *a, const void *b, size_t n)
{
  const unsigned char *x = a, *y = b;
  for (; n + 1 != 0; n--, x++, y++)
    if (*x != *y)
      return *x < *y ? -1 : 1;
  return 0;
}

int main(void)
{
  char s[1] = {1}, t[1] = {1};
  memcmp(s, t, 1);
  return 0;
}
