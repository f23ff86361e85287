// expect: unknown
// concrete: none (the interpreter gives few ends)
#include <stdio.h>

int main(void)
{
  int count[256] = {0}, c, left = 1000;
  do {
    c = getc(stdin);
    count[c]++;
  } while (c != EOF && left-- > 0);
  return 0;
}
