// expect: violated memory safety
#include <stddef.h>

size_t strlcpy(char *, const char *, size_t);

int main(void)
{
  char d[4];
  strlcpy(d, "abcdefgh", 8);
  return d[0];
}
