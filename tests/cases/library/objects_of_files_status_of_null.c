// expect: unknown
#include <sys/stat.h>

int main(void)
{
  return stat("a", 0);
}
