// expect: unknown
// The function that compares may have called getenv.
#include <stdlib.h>
#include <string.h>

static int by_length(const void *a, const void *b)
{
  const char *home = getenv("HOME");
  return home && *(const int *)a < *(const int *)b;
}

int main(void)
{
  int a[3] = {3, 1, 2};
  const char *home = getenv("USER");
  if (!home)
    return 0;
  qsort(a, 3, sizeof a[0], by_length);
  return (int)strlen(home);
}
