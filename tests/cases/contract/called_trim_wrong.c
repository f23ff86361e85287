// entry: trim
// expect: violated memory safety
#include <string.h>

/*@ requires valid_string(s); */
void trim(char *s)
{
  size_t n = strlen(s);
  while (s[n - 1] == ' ')
    n--;
  s[n] = '\0';
}

int main(void)
{
  char s[1] = "";
  trim(s);
  return 0;
}
