// entry: any
// expect: proved
// What is stored to a local variable is loaded from it, if nothing has its address; what it points to may change.
#include <stddef.h>

/*@ requires \valid_read(x + (0 .. n - 1)); */
int any(const unsigned char *x, size_t n)
{
  const volatile unsigned char *volatile p = x;
  unsigned char bits = 0;
  for (size_t i = 0; i < n; i++)
    bits |= p[i];
  return bits;
}

int main(void)
{
  unsigned char bytes[3] = {0, 1, 2};
  return any(bytes, 3) - 3;
}
