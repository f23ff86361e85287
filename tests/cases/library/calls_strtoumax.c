// entry: f
// expect: proved
#include <inttypes.h>

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char *e;
  int found = strtoumax(s, &e, 0) != 0 && *e == 'k';
  return found + (strtoimax(s, &e, 16) > 0 && *e == 0);
}

int main(void)
{
  return f("12k") == 2;
}
