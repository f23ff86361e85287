// entry: sum
// expect: unknown reason~"aligned to 4 bytes"
#include <stddef.h>
#include <stdint.h>

/*@ requires \valid_read(p + (0 .. n - 1)); */
unsigned sum(const unsigned char *p, size_t n)
{
  unsigned s = 0;
  if (((uintptr_t)p & 3) != 0)
    return 0;
  while (n >= 4) {
    s += *(const uint32_t *)p;
    p += 2;
    n -= 2;
  }
  return s;
}

int main(void)
{
  unsigned a[4] = {1, 2, 3, 4};
  return sum((unsigned char *)a, 8) == 0;
}
