// expect: unknown
#include <string.h>

int main(void)
{
  char word[1] = { 'x' };
  return strcoll(word, "y") < 0;
}
