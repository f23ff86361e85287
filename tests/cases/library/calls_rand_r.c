// expect: proved
#include <stdlib.h>

int main(void)
{
  int table[10] = { 0 };
  unsigned seed = 7;
  srandom(1);
  return table[rand_r(&seed) % 10];
}
