// expect: proved
#include <stdlib.h>
#include <string.h>

int main(void)
{
  char *end;
  float number = strtof("1.5x", &end);
  return strcoll(end, "x") < 0 && number > 1;
}
