// expect: unknown
#include <string.h>

int main(void) {
  unsigned char a[4];
  int b[8] = {0};
  memset(a, 9, sizeof a);
  b[a[2]] = 1;
  return 0;
}
