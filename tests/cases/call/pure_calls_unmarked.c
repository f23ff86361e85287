// expect: proved
// `pure` may read what others write, by a function that makes no promise and by one of the library.
#include <string.h>

static unsigned count;

__attribute__((noinline)) static unsigned present(const char *s)
{
  return count + (unsigned)strlen(s);
}

__attribute__((pure, noinline)) static unsigned both(const char *s)
{
  return present(s) & 7;
}

int main(void)
{
  int a[8] = { 0 };
  count = 12;
  return a[both("seven")];
}
