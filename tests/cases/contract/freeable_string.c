// entry: doubled
// expect: proved
// The block of a string may be larger than the string.
#include <stdlib.h>
#include <string.h>

/*@ requires s == \null || valid_string(s) && \freeable(s) && strlen(s) < 4096; */
char *doubled(char *s)
{
  if (!s)
    return s;
  size_t n = strlen(s);
  char *more = realloc(s, 2 * n + 1);
  if (!more) {
    free(s);
    return NULL;
  }
  memcpy(more + n, more, n);
  more[2 * n] = 0;
  return more;
}

int main(void)
{
  free(doubled(NULL));
  return 0;
}
