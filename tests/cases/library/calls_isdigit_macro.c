// entry: f
// expect: proved
// Which characters are digits depends on no locale: the macro's table says it of '0' to '9' only.
#include <ctype.h>

static int count[10];

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  int n = 0;
  for (; *s != 0; s++)
    if (isdigit((unsigned char)*s))
      n ^= count[*s - '0'];
  return n;
}

int main(void)
{
  f("x0y9");
  return 0;
}
