// expect: proved
#define _GNU_SOURCE
#include <stdio.h>

int main(void)
{
  int seen[257] = { 0 };
  char line[16];
  int c = getc_unlocked(stdin);
  seen[c + 1]++;
  putc_unlocked('a', stdout);
  putchar_unlocked('b');
  seen[getchar_unlocked() + 1]++;
  if (fgets_unlocked(line, sizeof line, stdin))
    fputs_unlocked(line, stdout);
  return 0;
}
