// entry: joined
// expect: unknown reason~"inside"
// There is no room for the end.
#include <stdlib.h>
#include <string.h>

/*@ requires valid_read_string(a) && valid_read_string(b); */
char *joined(const char *a, const char *b)
{
  size_t n = strlen(a), m = strlen(b);
  char *all = malloc(n + m + 1);
  if (all == NULL)
    return NULL;
  memcpy(all, a, n);
  all[n] = '/';
  memcpy(all + n + 1, b, m);
  all[n + 1 + m] = '\0';
  return all;
}

int main(void)
{
  free(joined("a", "b"));
  return 0;
}
