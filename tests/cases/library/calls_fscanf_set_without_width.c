// expect: unknown
// concrete: none (the interpreter does not read sets without a width)
#include <stdio.h>

int main(void)
{
  char rest[32];
  return fscanf(stdin, "%[^\n]", rest) == 1;
}
