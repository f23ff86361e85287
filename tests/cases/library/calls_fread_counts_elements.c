// expect: unknown
// What is read is a number of elements, and may be the last one.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
  uint32_t words[16];
  size_t n = fread(words, sizeof words[0], 16, stdin);
  words[n] = 0;
  return 0;
}
