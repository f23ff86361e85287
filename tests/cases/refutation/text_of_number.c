// entry: show
// expect: violated memory safety
// The smallest number has a sign, too.
#include <stdio.h>
/*@ requires \valid(out + (0 .. 10)); */
int show(char *out, int n) { return sprintf(out, "%d", n); }
int main(void)
{
  char out[11];
  return show(out, 5) != 1;
}
