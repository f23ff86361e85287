// entry: copy
// expect: unknown
#include <stdlib.h>
#include <wchar.h>

/* The last character has no place. */
/*@ requires valid_read_wstring(s) && \valid(d + (0 .. wcslen(s) - 1));
    requires \separated(d + (0 .. wcslen(s) - 1), s + (0 .. wcslen(s))); */
void copy(wchar_t *d, const wchar_t *s)
{
  while ((*d++ = *s++) != 0)
    ;
}

int main(void)
{
  wchar_t *d = malloc(3 * sizeof(wchar_t));
  if (d)
    copy(d, L"abc");
  return 0;
}
