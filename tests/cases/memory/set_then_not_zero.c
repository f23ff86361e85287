// expect: unknown
// Every byte is 1: the ints are 0x01010101.
#include <string.h>

int main(void) {
  int a[10];
  memset(a, 1, sizeof a);
  int b[2];
  b[a[4]] = 1;
  return 0;
}
