// entry: f
// expect: proved
#include <ctype.h>

static const signed char value[103];

/*@ requires -128 <= c <= 255; */
int f(int c)
{
  return isxdigit(c) ? value[c] : -1;
}

int main(void)
{
  return f('f') + f('0') + f(-1) + 1;
}
