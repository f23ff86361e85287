// expect: unknown
#include <stdlib.h>

int main(void)
{
  return getenv("X")[0];
}
