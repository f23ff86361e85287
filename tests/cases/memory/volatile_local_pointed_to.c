// entry: any
// expect: unknown
// concrete: none (a volatile load yields anything)
// What the volatile pointer is loaded from may be a device.
#include <stddef.h>

/*@ requires \valid_read(x + (0 .. n - 1)); */
int any(const unsigned char *x, size_t n)
{
  const unsigned char *volatile p = x;
  const unsigned char *volatile *where = &p;
  unsigned char bits = 0;
  for (size_t i = 0; i < n; i++)
    bits |= (*where)[i];
  return bits;
}

int main(void)
{
  unsigned char bytes[3] = {0, 1, 2};
  return any(bytes, 3) - 3;
}
