// entry: f
// expect: proved
#include <stdlib.h>

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char *e;
  double d = strtod(s, &e);
  return (d < 0) + (*e == '%') + (atof(s) > d);
}

int main(void)
{
  return f("12%") == 2;
}
