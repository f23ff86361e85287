// entry: trim
// expect: proved
#include <string.h>

/*@ requires valid_string(s); */
void trim(char *s)
{
  size_t n = strlen(s);
  while (n > 0 && s[n - 1] == ' ')
    n--;
  s[n] = '\0';
}

int main(void)
{
  char s[2] = " ";
  trim(s);
  return 0;
}
