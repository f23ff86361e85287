// expect: unknown
// The terminator is not part of the array.
#include <string.h>

int main(void) {
  char s[3] = {'a', 'b', 'c'};
  return (int)strlen(s);
}
