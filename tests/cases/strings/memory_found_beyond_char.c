// expect: violated memory safety
// 0x161 is 'a' as an `unsigned char`: the byte is found.
#include <string.h>
int main(void) {
  int *null = 0;
  if (memchr("abc", 0x161, 3) != NULL)
    *null = 1;
  return 0;
}
