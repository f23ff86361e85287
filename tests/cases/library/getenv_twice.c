// expect: unknown
// C lets the second call overwrite what the first returned.
#include <stdlib.h>
#include <string.h>

int main(void)
{
  const char *home = getenv("HOME");
  const char *path = getenv("PATH");
  return home && path && strlen(home) > 3;
}
