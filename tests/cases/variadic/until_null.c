// expect: proved
// Strings, the last of which a null pointer follows.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static char *concat(const char *first, ...)
{
  va_list ap;
  size_t n = 1;
  va_start(ap, first);
  for (const char *s = first; s; s = va_arg(ap, const char *)) n += strlen(s);
  va_end(ap);
  char *all = malloc(n);
  if (!all) return NULL;
  char *end = all;
  va_start(ap, first);
  for (const char *s = first; s; s = va_arg(ap, const char *)) {
    size_t k = strlen(s);
    memcpy(end, s, k);
    end += k;
  }
  va_end(ap);
  *end = 0;
  return all;
}

int main(void)
{
  char *a = concat("one", "two", "", "three", (char *)NULL);
  char *b = concat("x", (char *)NULL);
  free(a);
  free(b);
  return 0;
}
