// entry: sum
// expect: proved
// Bytes up to an aligned address, then words, then bytes.
#include <stddef.h>
#include <stdint.h>

/*@ requires \valid_read(p + (0 .. n - 1)); */
unsigned sum(const unsigned char *p, size_t n)
{
  unsigned s = 0;
  while (n > 0 && ((uintptr_t)p & 3) != 0) {
    s += *p++;
    n--;
  }
  while (n >= 4) {
    s += *(const uint32_t *)p;
    p += 4;
    n -= 4;
  }
  while (n > 0) {
    s += *p++;
    n--;
  }
  return s;
}

int main(void)
{
  unsigned a[4] = {1, 2, 3, 4};
  for (int i = 0; i < 8; i++)
    sum((unsigned char *)a + i, 8);
  return 0;
}
