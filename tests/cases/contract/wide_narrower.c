// entry: halves
// expect: unknown
#include <stdlib.h>

/* Only four bytes that are 0 end the string: nothing stops who looks for two bytes that are not. */
/*@ requires valid_read_wstring(s) && wcslen(s) < 100; */
unsigned halves(const unsigned *s)
{
  const unsigned short *p = (const unsigned short *)s;
  while (*p == 0)
    p++;
  return *p;
}

int main(void)
{
  unsigned *s = calloc(1, sizeof(unsigned));
  return s ? halves(s) : 0;
}
