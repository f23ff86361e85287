// entry: f
// expect: unknown
#include <inttypes.h>

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char *e;
  return strtoumax(s, &e, 0) != 0 && e[1] == 'k';
}

int main(void)
{
  char a[2] = { '7', 0 };
  return f(a);
}
