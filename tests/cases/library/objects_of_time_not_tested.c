// expect: unknown
#include <time.h>

int main(void)
{
  time_t t = time(NULL);
  return localtime(&t)->tm_year;
}
