// expect: unknown
#include <time.h>

int main(void)
{
  char bytes[24];
  return clock_gettime(CLOCK_REALTIME, (struct timespec *)(bytes + 1));
}
