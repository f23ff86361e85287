// expect: unknown
// What getenv returned is gone.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  const char *value = getenv("HALT");
  setenv("OTHER", "1", 1);
  if (value)
    puts(value);
  return 0;
}
