// expect: proved
// What was found is null or lies before the end: states with a null pointer stay apart.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *last(char *s, char wanted) {
  char *found = 0;
  for (; *s; ++s)
    if (*s == wanted)
      found = s;
  return found;
}
int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1)
    return 0;
  char *text = malloc(size);
  text[size - 1] = 0;
  char *dot = last(text, '.');
  if (dot)
    dot[1] = 0;
  free(text);
  return 0;
}
