// expect: unknown
#include <unistd.h>

int main(void)
{
  char path[64];
  return getcwd(path, 65) == 0;
}
