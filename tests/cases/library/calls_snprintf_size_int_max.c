// expect: proved
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
  size_t n = 2147483647;
  char *d = malloc(n);
  snprintf(d, n, "ab");
  return (int)strlen(d);
}
