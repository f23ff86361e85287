// entry: f
// expect: unknown
// 'A' is a hexadecimal digit and no decimal one.
#include <ctype.h>

static int count[10];

/*@ requires 0 <= c <= 255; */
int f(int c)
{
  return isxdigit(c) ? count[c - '0'] : 0;
}

int main(void)
{
  return f('A');
}
