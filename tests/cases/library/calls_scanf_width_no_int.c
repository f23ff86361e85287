// expect: unknown
// concrete: none (reads input)
// glibc takes a width that is no int for none.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  char *word = malloc(2147483649u);
  if (!word)
    return 0;
  int read = scanf("%2147483648s", word);
  free(word);
  return read;
}
