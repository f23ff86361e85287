// expect: unknown
// As length.c, but what lies one behind the end is written.
#include <stdlib.h>
static int length(const char *s) {
  return *s ? 1 + length(s + 1) : 0;
}
int main(void) {
  char *text = malloc(3);
  text[0] = text[1] = 'a';
  text[2] = 0;
  text[length(text) + 1] = 1;
  return 0;
}
