// expect: unknown
// concrete: none (refused)
// The format may be "%s" or "%n".
#include <stdio.h>
int main(void) {
  char s[3];
  s[2] = 0;
  printf(s);
  return 0;
}
