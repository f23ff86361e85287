// entry: f
// expect: unknown
#include <string.h>

/*@ requires \valid(d + (0 .. 3)); */
void f(char *d)
{
  *strchr(d, '\0') = 0;
}

int main(void)
{
  char a[4] = { 'a', 'b', 'c', 'd' };
  f(a);
  return 0;
}
