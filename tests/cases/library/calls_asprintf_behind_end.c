// expect: unknown
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  char *text;
  int length = asprintf(&text, "%d", 7);
  if (length < 0)
    return 1;
  text[length + 1] = 0;
  free(text);
  return 0;
}
