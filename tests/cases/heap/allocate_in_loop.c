// expect: proved
#include <stdlib.h>

int main(void) {
  for (int i = 0; i < 10; i++) {
    char *p = malloc(i + 1);
    p[i] = 1;
    free(p);
  }
  return 0;
}
