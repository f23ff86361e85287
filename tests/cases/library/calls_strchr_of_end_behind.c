// entry: f
// expect: unknown
#include <string.h>

/*@ requires valid_string(d); */
void f(char *d)
{
  strchr(d, '\0')[1] = 0;
}

int main(void)
{
  char a[] = "abc";
  f(a);
  return 0;
}
