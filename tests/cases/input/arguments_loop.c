// expect: proved
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
  unsigned long sum = 0;
  for (int i = 1; i < argc; i++) {
    puts(argv[i]);
    sum += strlen(argv[i]);
  }
  return sum > 3;
}
