// expect: unknown
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  char *text = 0;
  asprintf(&text, "%d", 7);
  free(text);
  return 0;
}
