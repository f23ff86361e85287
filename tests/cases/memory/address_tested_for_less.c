// entry: get
// expect: unknown reason~"aligned to 4 bytes"
#include <stddef.h>
#include <stdint.h>

/*@ requires \valid_read(p + (0 .. n - 1)); */
unsigned get(const unsigned char *p, size_t n)
{
  if ((uintptr_t)p % 2 == 0 && n >= 4)
    return *(const uint32_t *)p;
  return 0;
}

int main(void)
{
  unsigned a[2] = {1, 2};
  return get((unsigned char *)a + 2, 6) == 0;
}
