// entry: f
// expect: unknown
// What is no digit may be anything else.
#include <ctype.h>

static int count[10];

/*@ requires 0 <= c <= 255; */
int f(int c)
{
  return isdigit(c) ? 0 : count[c - '0'];
}

int main(void)
{
  return f(':');
}
