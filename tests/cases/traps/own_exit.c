// options: -fno-builtin
// expect: no termination
// The program defines exit itself, as an endless loop.
#include <stdlib.h>

void exit(int code) {
  for (;;)
    ;
}
int main(void) {
  exit(0);
}
