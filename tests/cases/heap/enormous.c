// expect: unknown
// More than the largest signed size may give null.
#include <stdlib.h>

int main(void) {
  char *p = malloc(~0ul);
  *p = 0;
  return 0;
}
