// expect: violated memory safety
#include <stdio.h>

int main(int argc, char **argv)
{
  return puts(argv[1]);
}
