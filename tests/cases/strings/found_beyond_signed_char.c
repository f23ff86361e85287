// expect: proved
// The character is converted to `char` before it is compared, so 0xE9 may be found.
#include <string.h>
int main(void) {
  char line[16] = "ab" "\xe9" "cd";
  char *at = strchr(line, 0xE9);
  if (at != NULL)
    *at = 0;
  return 0;
}
