// entry: copy
// expect: violated memory safety
#include <stddef.h>

/*@ requires valid_read_string(s) && \valid(d + (0 .. n - 1)) && n >= 1;
  @ requires \separated(d + (0 .. n - 1), s + (0 .. strlen(s))); */
void copy(char *d, const char *s, size_t n)
{
  size_t i = 0;
  while (i < n && s[i] != '\0') {
    d[i] = s[i];
    i++;
  }
  d[i] = '\0';
}

int main(void)
{
  char d[2];
  copy(d, "abc", 2);
  return 0;
}
