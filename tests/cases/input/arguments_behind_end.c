// expect: unknown
#include <string.h>

int main(int argc, char **argv)
{
  return argc > 0 ? argv[0][strlen(argv[0]) + 1] : 0;
}
