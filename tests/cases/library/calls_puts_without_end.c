// expect: violated memory safety
#include <stdio.h>

int main(void)
{
  char word[4] = { 'w', 'o', 'r', 'd' };
  return puts(word) >= 0;
}
