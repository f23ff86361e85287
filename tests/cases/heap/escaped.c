// entry: escaped
// expect: proved
// Twice a length is a size as well.
#include <stdlib.h>
#include <string.h>

/*@ requires valid_read_string(s); */
char *escaped(const char *s)
{
  char *made = malloc(2 * strlen(s) + 1), *end = made;
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
  free(escaped("5%"));
  return 0;
}
