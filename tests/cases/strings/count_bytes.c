// expect: proved
#include <string.h>

int main(void) {
  unsigned char s[16];
  int count[256];
  memset(count, 0, sizeof count);
  for (int i = 0; i < 16; i++)
    count[s[i]] = 1;
  return 0;
}
