// expect: unknown
// The string is read from behind its terminator.
#include <string.h>

int main(void) {
  char s[4] = {'a', 0, 'b', 'c'};
  return (int)strlen(s + 2);
}
