// expect: unknown message~"INT_MAX"
// concrete: none (a C library may write nothing then, and no end of a string)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
  size_t n = 2147483648;
  char *d = malloc(n);
  snprintf(d, n, "ab");
  return (int)strlen(d);
}
