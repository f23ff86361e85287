// expect: proved
#include <stdio.h>
#include <string.h>

int main(void)
{
  size_t n;
  char word[16], rest[32];
  if (fscanf(stdin, "%zu %15s %31[^\n]", &n, word, rest) == 3)
    return strlen(word) + strlen(rest) > 100;
  return 0;
}
