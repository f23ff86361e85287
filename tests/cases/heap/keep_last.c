// expect: proved
#include <stdlib.h>

int main(void) {
  char *last = 0;
  for (int i = 0; i < 10; i++) {
    if (last)
      free(last);
    last = malloc(4);
    last[3] = 1;
  }
  free(last);
  return 0;
}
