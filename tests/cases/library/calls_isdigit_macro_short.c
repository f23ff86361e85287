// entry: f
// expect: unknown
// '9' is a digit.
#include <ctype.h>

static int count[9];

/*@ requires 0 <= c <= 255; */
int f(int c)
{
  return isdigit(c) ? count[c - '0'] : 0;
}

int main(void)
{
  return f('9');
}
