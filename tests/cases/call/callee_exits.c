// expect: proved
#include <stdlib.h>

static void stop(void) {
  exit(0);
}
int main(void) {
  stop();
  for (;;)
    ;
}
