// entry: sum
// expect: unknown reason~"aligned to 4 bytes"
// The bytes may lie in the table, and not at one of its elements.
#include <stddef.h>

/*@ requires \valid_read(table + (0 .. 255)) && \valid_read(b + (0 .. 3)); */
unsigned sum(const unsigned *table, const unsigned char *b)
{
  return table[*b] ^ *(const unsigned *)b;
}

int main(void)
{
  unsigned table[256] = {1, 2, 3};
  return sum(table, (unsigned char *)table + 3) == 0;
}
