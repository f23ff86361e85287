// entry: escaped
// expect: unknown reason~"inside"
// There is no room for the end.
#include <stdlib.h>
#include <string.h>

/*@ requires valid_read_string(s); */
char *escaped(const char *s)
{
  char *made = malloc(2 * strlen(s)), *end = made;
  if (made == NULL)
    return NULL;
  for (; *s; s++) {
    if (*s == '%')
      *end++ = '%';
    *end++ = *s;
  }
  *end = 0;
  return made;
}

int main(void)
{
  free(escaped("%%"));
  return 0;
}
