// entry: sum
// expect: proved
#include <stddef.h>

/*@ requires \valid_read(table + (0 .. 255)) && \valid_read(b + (0 .. n - 1)); */
unsigned sum(const unsigned *table, const unsigned char *b, size_t n)
{
  unsigned c = 0;
  for (size_t i = 0; i < n; i++)
    c ^= table[b[i]];
  return c;
}

int main(void)
{
  unsigned table[256] = {1, 2, 3};
  sum(table, (unsigned char *)table + 3, 9);
  sum(table, (unsigned char *)table, 0);
  return 0;
}
