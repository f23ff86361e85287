// expect: proved
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
  char path[64];
  const char *home = getenv("HOME");
  if (!home)
    home = "/tmp";
  if (snprintf(path, sizeof path, "%s/.rc", home) >= (int)sizeof path)
    return 1;
  FILE *f = fopen(path, "r");
  if (!f) {
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return 2;
  }
  fclose(f);
  return 0;
}
