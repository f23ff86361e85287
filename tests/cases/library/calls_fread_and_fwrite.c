// expect: proved
#include <stdint.h>
#include <stdio.h>

int main(void)
{
  uint32_t words[16];
  size_t n, sum = 0;
  for (int i = 0; i < 100; i++) {
    if ((n = fread(words, sizeof words[0], 16, stdin)) == 0)
      break;
    for (size_t k = 0; k < n; k++)
      words[k] ^= 1;
    sum += fwrite(words, sizeof words[0], n, stdout);
  }
  if (ferror(stdin) || feof(stdin))
    clearerr(stdin);
  return sum > 1600;
}
