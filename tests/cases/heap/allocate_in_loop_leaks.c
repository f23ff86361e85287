// expect: proved
#include <stdlib.h>

int main(void) {
  for (int i = 0; i < 10; i++) {
    char *p = malloc(8);
    p[7] = 1;
  }
  return 0;
}
