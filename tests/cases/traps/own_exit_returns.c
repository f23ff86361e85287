// options: -fno-builtin
// expect: unknown
#include <stdlib.h>

void exit(int code) {
}
int main(void) {
  int *p = 0;
  exit(0);
  return *(volatile int *)p;
}
