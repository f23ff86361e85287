// expect: unknown
#include <stdlib.h>
#include <time.h>

int main(void)
{
  time_t t = 0;
  free(gmtime(&t));
  return 0;
}
