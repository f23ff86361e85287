// expect: proved
// Lines are read, sorted, printed and freed; the function that compares follows the pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
  char *lines[16], line[80];
  int n = 0;
  while (n < 16 && fgets(line, sizeof line, stdin)) {
    lines[n] = strdup(line);
    n++;
  }
  qsort(lines, n, sizeof lines[0], by_text);
  for (int i = 0; i < n; i++) {
    fputs(lines[i], stdout);
    free(lines[i]);
  }
  return 0;
}
