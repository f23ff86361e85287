// expect: violated memory safety
// The character that is looked for is the end of the string: the second part begins behind it.
#include <string.h>
static size_t split(char *line, char separator, char *parts[], size_t most) {
  size_t n = 0;
  char *p = line;
  while (n < most) {
    parts[n++] = p;
    p = strchr(p, separator);
    if (p == NULL)
      break;
    *p++ = 'x';
  }
  return n;
}

int main(void) {
  char line[4] = "abc";
  char *parts[6];
  return (int)split(line, '\0', parts, 6);
}
