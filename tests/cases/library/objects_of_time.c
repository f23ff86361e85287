// expect: proved
#include <stdio.h>
#include <time.h>
#include <sys/time.h>

int main(void)
{
  struct timespec start, end, pause = { 0, 1000 };
  struct timeval now;
  struct tm parts;
  time_t t;
  char text[32];
  if (time(&t) == (time_t)-1 || clock_gettime(CLOCK_MONOTONIC, &start))
    return 1;
  while (nanosleep(&pause, &pause) && pause.tv_nsec < 0)
    return 2;
  clock_gettime(CLOCK_MONOTONIC, &end);
  if (gettimeofday(&now, NULL))
    return 3;
  if (!localtime_r(&t, &parts))
    return 4;
  if (strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts) > 0)
    puts(text);
  t = mktime(&parts);
  printf("%f %ld\n", difftime(t, start.tv_sec), (long)(end.tv_nsec ^ now.tv_usec));
  return 0;
}
