// expect: violated memory safety
// The text has no end in its block.
#include <string.h>
int main(void) {
  char text[3];
  memset(text, 'a', 3);
  return (int)strlen(text);
}
