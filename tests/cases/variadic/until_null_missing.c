// expect: unknown
// The null pointer that ends the strings is missing.
#include <stdarg.h>
#include <string.h>

static size_t length(const char *first, ...)
{
  va_list ap;
  size_t n = 0;
  va_start(ap, first);
  for (const char *s = first; s; s = va_arg(ap, const char *)) n += strlen(s);
  va_end(ap);
  return n;
}

int main(void)
{
  return length("one", "two", "three") > 3;
}
