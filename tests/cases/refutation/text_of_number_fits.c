// entry: show
// expect: proved
#include <stdio.h>
/*@ requires \valid(out + (0 .. 15)); */
int show(char *out, int n) { return sprintf(out, "%d", n); }
int main(void)
{
  char out[16];
  return show(out, 5) != 1;
}
