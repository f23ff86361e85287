// entry: f
// expect: unknown
// Of another class than that of digits, which characters it has is not known.
#include <ctype.h>

static int count[10];

/*@ requires 0 <= c <= 255; */
int f(int c)
{
  return isalnum(c) ? count[c - '0'] : 0;
}

int main(void)
{
  return f('z');
}
