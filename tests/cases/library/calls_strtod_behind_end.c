// entry: f
// expect: unknown
// concrete: none (the interpreter knows no floating point)
#include <stdlib.h>

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char *e;
  double d = strtod(s, &e);
  return d < 0 || e[1] == '%';
}

int main(void)
{
  char a[2] = { '7', 0 };
  return f(a);
}
