// expect: unknown
#include <string.h>

int main(void) {
  int a[10];
  memset(a, 0, sizeof a + 1);
  return 0;
}
