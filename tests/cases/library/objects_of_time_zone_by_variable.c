// expect: unknown reason~"timezone"
// concrete: none (the interpreter's library changes no such variable)
#include <time.h>

int main(void)
{
  int table[1] = { 0 };
  time_t t = 0;
  long before = timezone;
  if (!localtime(&t))
    return 1;
  return table[before != timezone];
}
