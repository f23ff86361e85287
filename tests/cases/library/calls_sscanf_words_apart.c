// expect: proved
#include <stdio.h>
#include <string.h>

int main(void)
{
  char words[8];
  if (sscanf("abc xyz", "%3s%3s", words, words + 4) == 2)
    return strlen(words) + strlen(words + 4) == 6;
  return 0;
}
