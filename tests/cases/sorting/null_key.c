// expect: unknown
// concrete: none (what compilers conclude from the header is no part of a run)
// The header says that the key is not null, so that compilers drop the test behind the call.
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  int y = *(const int *)b;
  return a ? *(const int *)a < y : 3 < y;
}

int main(int argc, char **argv)
{
  int a[4] = {1, 2, 3, 4}, x = 3, *key = argc > 1 ? &x : NULL;
  int *found = bsearch(key, a, 4, sizeof a[0], by_number);
  return key ? *key : found != NULL;
}
