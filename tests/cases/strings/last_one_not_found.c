// expect: unknown
// As last_one_found.c, but nobody asks whether there was one.
#include <stdlib.h>
static char *last(char *s, char wanted) {
  char *found = 0;
  for (; *s; ++s)
    if (*s == wanted)
      found = s;
  return found;
}
int main(void) {
  char *text = malloc(3);
  text[0] = text[1] = 'a';
  text[2] = 0;
  char *dot = last(text, '.');
  dot[1] = 0;
  free(text);
  return 0;
}
