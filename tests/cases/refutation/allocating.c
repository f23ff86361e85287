// expect: violated termination
// Objects come and go, and the state comes back.
#include <stdlib.h>
int main(void) {
  for (;;) {
    int *p = malloc(4);
    *p = 5;
    free(p);
  }
}
