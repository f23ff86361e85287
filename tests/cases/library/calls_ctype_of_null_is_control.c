// entry: f
// expect: unknown
// The null character is a control character.
#define _GNU_SOURCE
#include <ctype.h>

/*@ requires valid_read_string(s); */
const char *f(const char *s)
{
  while (iscntrl((unsigned char)*s))
    s++;
  return s;
}

int main(void)
{
  char one[1] = { 0 };
  f(one);
  return 0;
}
