// entry: beyond
// expect: unknown
#include <stdlib.h>
#include <wchar.h>

/* What stands behind the last character is read. */
/*@ requires valid_read_wstring(s); */
int beyond(const wchar_t *s)
{
  while (*s++ != 0)
    ;
  return *s;
}

int main(void)
{
  wchar_t *s = calloc(1, sizeof(wchar_t));
  return s ? beyond(s) : 0;
}
