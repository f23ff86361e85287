// expect: unknown
// concrete: none (the interpreter does not scan)
// The second word begins where the first one ends, and the first end is gone.
#include <stdio.h>

int main(void)
{
  char words[6];
  if (sscanf("abc xyz", "%3s%3s", words, words + 2) == 2) {
    int i = 0, seen[4] = {0};
    while (i < 4 && words[i] != 0)
      i++;
    return seen[i];
  }
  return 0;
}
