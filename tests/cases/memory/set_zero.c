// expect: proved
#include <string.h>

int main(void) {
  int a[10];
  memset(a, 0, sizeof a);
  int b[1];
  b[a[4]] = 1;
  return 0;
}
