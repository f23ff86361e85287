// entry: f
// expect: unknown
#define _DEFAULT_SOURCE
#include <string.h>

/*@ requires n <= 17; */
void f(unsigned n)
{
  char key[16] = { 0 };
  explicit_bzero(key, n);
}

int main(void)
{
  f(17);
  return 0;
}
