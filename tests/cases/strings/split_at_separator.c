// expect: proved
// The character that is looked for is an argument, whose value the call has: it is not the end of the string.
#include <stdio.h>
#include <string.h>
static size_t split(char *line, char separator, char *parts[], size_t most) {
  size_t n = 0;
  char *p = line;
  while (n < most) {
    parts[n++] = p;
    p = strchr(p, separator);
    if (p == NULL)
      break;
    *p++ = '\0';
  }
  return n;
}

int main(void) {
  char line[100];
  char *parts[6];
  if (fgets(line, sizeof line, stdin) == NULL)
    return 1;
  return (int)split(line, ';', parts, 6);
}
