// expect: unknown
#include <time.h>

int main(void)
{
  char text[8];
  time_t t = time(NULL);
  struct tm parts;
  if (!gmtime_r(&t, &parts))
    return 1;
  return strftime(text, 9, "%Y", &parts) == 0;
}
