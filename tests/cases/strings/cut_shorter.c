// expect: proved
// Each round moves the end of the string before the slash that was its last.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *last_slash(char *s) {
  char *found = 0;
  for (; *s; ++s)
    if (*s == '/')
      found = s;
  return found;
}
int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1)
    return 0;
  char *path = malloc(size);
  path[size - 1] = 0;
  for (;;) {
    char *slash = last_slash(path);
    if (!slash)
      break;
    *slash = 0;
  }
  free(path);
  return 0;
}
