// entry: f
// expect: proved
// The macro's table may be read at a negative char, which is no digit.
#include <ctype.h>

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  int n = 0, i;
  for (i = 0; i < 9 && isdigit(s[i]); i++)
    n = n * 10 + (s[i] - '0');
  return n;
}

int main(void)
{
  return f("123456789012") == 123456789 && f("12\xff") == 12 ? 0 : 1;
}
