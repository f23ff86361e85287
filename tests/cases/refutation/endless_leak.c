// expect: violated termination
// Memory is taken in each round: whoever checks the refutation has to allow that.
#include <stdlib.h>
int main(void) {
  unsigned long taken = 0;
  for (;;) {
    int *p = malloc(4);
    *p = 1;
    taken += *p;
  }
}
