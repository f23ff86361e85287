// expect: unknown
// C lets the second call overwrite what the first returned; here it is taken for gone.
#include <time.h>

int main(void)
{
  time_t t = time(NULL);
  struct tm *local = localtime(&t);
  struct tm *universal = gmtime(&t);
  if (!local || !universal)
    return 1;
  return local->tm_hour == universal->tm_hour;
}
