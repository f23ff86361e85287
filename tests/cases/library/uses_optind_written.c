// expect: proved
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  optind = 1;
  puts("x");
  return optind;
}
