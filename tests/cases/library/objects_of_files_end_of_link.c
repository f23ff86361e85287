// expect: unknown
#include <unistd.h>

int main(void)
{
  char link[64];
  long n = readlink("a", link, sizeof link);
  if (n >= 0)
    link[n] = 0;
  return 0;
}
