// entry: widest
// expect: unknown
#include <stdlib.h>
#include <wchar.h>

/* A string of bytes may end in the middle of a wide character. */
/*@ requires valid_read_string((const char *)s); */
int widest(const wchar_t *s)
{
  int most = 0;
  for (; *s != 0; s++)
    most = *s > most ? *s : most;
  return most;
}

int main(void)
{
  char *s = calloc(2, 1);
  return s ? widest((const wchar_t *)s) : 0;
}
