// expect: proved
#include <stdio.h>
#include <time.h>

int main(void)
{
  time_t t = time(NULL);
  struct tm *parts = localtime(&t);
  if (!parts)
    return 1;
  printf("%d-%d\n", parts->tm_mon, parts->tm_mday);
  parts = gmtime(&t);
  return parts ? parts->tm_hour : 0;
}
