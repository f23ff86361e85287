// entry: length
// expect: proved
#include <stddef.h>
#include <wchar.h>

/*@ requires valid_read_wstring(s); */
size_t length(const wchar_t *s)
{
  const wchar_t *a = s;
  while (*a != 0)
    a++;
  return a - s;
}

int main(void)
{
  return (int)length(L"abc") - 3;
}
