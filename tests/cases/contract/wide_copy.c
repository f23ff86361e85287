// entry: copy
// expect: proved
#include <wchar.h>

/*@ requires valid_read_wstring(s) && \valid(d + (0 .. wcslen(s)));
    requires \separated(d + (0 .. wcslen(s)), s + (0 .. wcslen(s))); */
void copy(wchar_t *d, const wchar_t *s)
{
  while ((*d++ = *s++) != 0)
    ;
}

int main(void)
{
  wchar_t d[4];
  copy(d, L"abc");
  return d[3];
}
