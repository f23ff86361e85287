// options: -fno-builtin
// entry: f
// gap: proved
// What the compiler fills may be a call of the file's own memset, of which nothing says that it fills.
#include <stddef.h>

void *memset(void *d, int c, size_t n)
{
  char *p = d;
  while (n--)
    *p++ = (char)c;
  return d;
}

/*@ requires 0 <= i < 64; */
int f(int i)
{
  int a[64] = {0};
  return a[i];
}

int main(void)
{
  return f(3);
}
