// expect: violated termination
// It takes many steps through a large block to the place from which no step leads.
#include <stdlib.h>
int main(void)
{
  unsigned char *p = calloc(1536, 1024);
  unsigned long i = 0, steps = 0;
  while (i < 1572864) {
    steps++;
    i += i == 1048576 ? p[i] : 1;
  }
  free(p);
  return (int)(steps & 1);
}
