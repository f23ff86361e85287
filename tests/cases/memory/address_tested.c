// entry: get
// expect: proved
#include <stddef.h>
#include <stdint.h>

/*@ requires \valid_read(p + (0 .. n - 1)); */
unsigned get(const unsigned char *p, size_t n)
{
  if ((uintptr_t)p % 4 == 0 && n >= 4)
    return *(const uint32_t *)p;
  return 0;
}

int main(void)
{
  unsigned a[2] = {1, 2};
  for (int i = 0; i < 5; i++)
    get((unsigned char *)a + i, 3);
  get((unsigned char *)a + 1, 7);
  return get((unsigned char *)a, 8) == 0;
}
