// expect: unknown
#include <stdint.h>
#include <stdio.h>

int main(void)
{
  uint32_t words[16];
  return fread(words, sizeof words[0], sizeof words, stdin) > 16;
}
