// expect: unknown
#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  for (int i = 0; i < 2; i++)
    free(p);
  return 0;
}
