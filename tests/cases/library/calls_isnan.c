// expect: proved
#include <math.h>

int main(void)
{
  int table[2] = { 0 };
  double x = 0;
  return table[isnan(x / x) != 0];
}
