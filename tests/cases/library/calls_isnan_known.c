// expect: unknown
// Nothing is known of a number of floating point.
#include <math.h>

int main(void)
{
  int table[1] = { 0 };
  double x = 1;
  return table[isnan(x) != 0];
}
