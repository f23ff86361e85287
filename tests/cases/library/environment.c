// expect: proved
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  char name[] = "HALT";
  if (setenv(name, "1", 1))
    return 1;
  const char *value = getenv(name);
  if (value)
    puts(value);
  return unsetenv(name) ? system("true") : 0;
}
