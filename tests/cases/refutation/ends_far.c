// expect: proved
#include <stdlib.h>
int main(void)
{
  unsigned char *p = calloc(128, 1024);
  unsigned long i = 0, steps = 0;
  while (i < 131072) {
    steps++;
    i += i == 65536 ? p[i] + 1u : 1;
  }
  free(p);
  return (int)(steps & 1);
}
