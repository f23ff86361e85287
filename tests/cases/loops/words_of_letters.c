// expect: proved
// What the outer test found, the first test of the inner loop finds again: each round of the outer loop goes on.
#include <ctype.h>
#include <stdio.h>

int main(void) {
  char line[60];
  if (fgets(line, sizeof line, stdin) == NULL)
    return 1;
  int words = 0, digits = 0;
  const char *p = line;
  while (*p) {
    if (isalpha((unsigned char)*p)) {
      words++;
      while (isalpha((unsigned char)*p))
        p++;
    } else if (isdigit((unsigned char)*p)) {
      digits++;
      while (isdigit((unsigned char)*p))
        p++;
    } else
      p++;
  }
  return words < 60 && digits < 60;
}
