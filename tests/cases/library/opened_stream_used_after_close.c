// expect: unknown message~"open stream"
#include <stdio.h>

int main(void)
{
  FILE *f = tmpfile();
  if (!f)
    return 1;
  fclose(f);
  return fputc('a', f);
}
