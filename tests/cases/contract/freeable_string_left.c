// entry: doubled
// expect: violated memory safety
// After a failure the caller does not know whether the string is freed, and this function reads it.
#include <stdlib.h>
#include <string.h>

/*@ requires s == \null || valid_string(s) && \freeable(s) && strlen(s) < 4096; */
size_t doubled(char *s)
{
  if (!s)
    return 0;
  size_t n = strlen(s);
  char *more = realloc(s, 2 * n + 1);
  free(more);
  return strlen(s);
}

int main(void)
{
  return doubled(NULL);
}
