// expect: unknown
// concrete: none (reads input)
// "abc wxyz" leaves no 0 in the word.
#include <stdio.h>
#include <string.h>

int main(void)
{
  char word[4];
  if (scanf("%3s %4c", word, word) == 2)
    return strlen(word) & 1;
  return 0;
}
