// entry: f
// expect: unknown
// 'f' is a hexadecimal digit.
#include <ctype.h>

static const signed char value[102];

/*@ requires -128 <= c <= 255; */
int f(int c)
{
  return isxdigit(c) ? value[c] : -1;
}

int main(void)
{
  return f('f');
}
