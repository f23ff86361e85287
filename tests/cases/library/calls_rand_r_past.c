// expect: unknown
#include <stdlib.h>

int main(void)
{
  int table[10] = { 0 };
  unsigned seed = 7;
  return table[rand_r(&seed) % 11];
}
