// expect: unknown
// What strftime leaves is a string only if it fits.
#include <stdio.h>
#include <time.h>

int main(void)
{
  char text[8];
  time_t t = time(NULL);
  struct tm parts;
  if (!gmtime_r(&t, &parts))
    return 1;
  strftime(text, sizeof text, "%Y-%m-%d", &parts);
  puts(text);
  return 0;
}
