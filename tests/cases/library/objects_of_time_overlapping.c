// expect: unknown
#include <time.h>

int main(void)
{
  union {
    time_t t;
    struct tm parts;
  } both;
  both.t = 0;
  return localtime_r(&both.t, &both.parts) == 0;
}
