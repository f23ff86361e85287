// expect: unknown
#include <stdio.h>

int main(void)
{
  return getc_unlocked((FILE *)0);
}
