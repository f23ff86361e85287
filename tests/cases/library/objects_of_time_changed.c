// expect: unknown
// What was known of the object is not known any more.
#include <time.h>

int main(void)
{
  struct timespec now = { 1, 2 };
  int table[3] = { 0 };
  clock_gettime(CLOCK_REALTIME, &now);
  return table[now.tv_sec];
}
