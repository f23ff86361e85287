// expect: unknown
#include <stdio.h>

int main(void)
{
  char word[4] = { 'w', 'o', 'r', 'd' };
  fprintf(stderr, "%s\n", word);
  return 0;
}
