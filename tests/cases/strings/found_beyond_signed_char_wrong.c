// expect: violated memory safety
// clang would compare 0xE9 with the characters as it is, and evaluate the condition to false.
#include <string.h>
int main(void) {
  char line[3] = "\xe9" "b";
  int *null = 0;
  if (strchr(line, 0xE9) != NULL)
    *null = 1;
  return 0;
}
