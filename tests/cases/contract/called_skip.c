// entry: skip
// expect: proved
#include <stddef.h>

/*@ requires \valid_read(p + (0 .. n - 1)); */
size_t skip(const unsigned char *p, size_t n)
{
  size_t i = 0;
  while (i < n) {
    if (p[i] == 0xef) {
      i++;
      continue;
    }
    i++;
  }
  return i;
}

int main(void)
{
  unsigned char p[1] = {0xef};
  return skip(p, 1) != 1;
}
