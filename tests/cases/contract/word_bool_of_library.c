// entry: f
// expect: proved
#include <stdbool.h>

/*@ requires \valid((bool *)p + 1); */
void f(char *p)
{
  p[1] = 0;
}

int main(void)
{
  bool two[2];
  f((char *)two);
  return 0;
}
