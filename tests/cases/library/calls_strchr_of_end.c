// entry: f
// expect: proved
// The end of a string is found.
#include <string.h>

/*@ requires valid_string(d); */
char *f(char *d)
{
  *strchr(d, '\0') = 0;
  *strrchr(d, 256) = 0;
  return strchr(d, 0);
}

int main(void)
{
  char a[] = "abc";
  return f(a) != a + 3;
}
