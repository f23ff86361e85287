// entry: f
// expect: proved
#define _DEFAULT_SOURCE
#include <string.h>

/*@ requires n <= 16 && \valid_read(s + (0 .. n - 1)); */
int f(const char *s, unsigned n)
{
  int a[1] = { 0 };
  char key[16] = { 0 };
  for (unsigned i = 0; i < n; i++)
    key[i] = s[i];
  int r = key[3] ^ key[9];
  explicit_bzero(key, sizeof key);
  return r + a[(int)key[5]];
}

int main(void)
{
  return f("abc", 3);
}
