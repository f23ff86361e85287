// expect: unknown reason~"with this format"
// The name of the zone is what a pointer in the object leads to.
#include <time.h>

int main(void)
{
  char text[16];
  struct tm parts;
  parts.tm_isdst = 0;
  return strftime(text, sizeof text, "%H %Z", &parts) == 0;
}
