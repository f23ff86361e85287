// expect: unknown message~"open stream"
#include <stdio.h>

int main(void)
{
  FILE *f = fopen("x", "r");
  return fgetc(f);
}
