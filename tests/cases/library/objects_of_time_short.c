// expect: unknown
#include <time.h>

int main(void)
{
  int t;
  time((time_t *)&t);
  return 0;
}
