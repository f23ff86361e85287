// expect: unknown
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  char path[64];
  getcwd(path, sizeof path);
  puts(path);
  return 0;
}
