// expect: proved
#include <stdio.h>

int main(void)
{
  unsigned count[256] = {0};
  int c, left = 1000;
  while ((c = getc(stdin)) != EOF && left-- > 0) {
    count[c]++;
    fputc(c, stdout);
  }
  fputs("done", stderr);
  return 0;
}
